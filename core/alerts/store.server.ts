import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { alertFinds, alerts } from "../tables.server.ts";
import type { Alert, AlertConditions, Owner } from "./schema.ts";

export interface Compiled {
  /** The name of an activity type; empty for any. */
  typeName: string;
  /** By one of which it is found where it names no type. */
  words: string;
  area: string;
  seats: number;
  fromCents: Cents;
  belowCents: Cents | null;
  day: string | null;
  /** The bit 1 for Monday and 64 for Sunday. */
  weekdays: number;
}

/** The longest word that offerings have had; 0 where none is known, as search forgives slips. */
export const wordOf = (words: string | SQL) => sql`coalesce((select number_of(typed.term)
  from search_words(${words}) typed
  where exists (select from known_words known where known.word = typed.word)
  order by length(typed.word) desc, typed.word limit 1), 0)`;

const columnsOf = (conditions: AlertConditions, { typeName, words, ...compiled }: Compiled) => ({
  ...compiled,
  conditions: conditions as (typeof alerts.$inferInsert)["conditions"],
  type: typeName === "" ? wordOf(words) : sql`number_of('#' || search_key(${typeName}))`,
});

export const ownedBy = ({ userId, guestId }: Owner) =>
  userId === undefined ? eq(alerts.guestId, guestId) : eq(alerts.userId, userId);

/** Makes whatever else counts or adds this person's alerts wait. */
export async function lockOwner(tx: Transaction, { userId, guestId }: Owner): Promise<void> {
  await tx.execute(
    userId === undefined
      ? sql`select from alert_guests where id = ${guestId} for no key update`
      : sql`select from users where id = ${userId} for no key update`,
  );
}

export async function insertAlert(
  tx: Transaction,
  { owner, conditions, now }: { owner: Owner; conditions: AlertConditions; now: Date },
  compiled: Compiled,
): Promise<Alert> {
  const row = { id: newId(), ...owner, agreedAt: now, createdAt: now };
  const [inserted] = await tx
    .insert(alerts)
    .values({
      ...row,
      ...columnsOf(conditions, compiled),
    })
    .returning();
  if (!inserted) throw new Error("no alert was inserted");
  return view(inserted);
}

/** Drops what was found for the former search. @returns null for none of theirs. */
export async function updateAlert(
  tx: Transaction,
  { id, userId, conditions }: { id: string; userId: string; conditions: AlertConditions },
  compiled: Compiled,
): Promise<Alert | null> {
  const [updated] = await tx
    .update(alerts)
    .set(columnsOf(conditions, compiled))
    .where(and(eq(alerts.id, id), eq(alerts.userId, userId)))
    .returning();
  if (updated) await tx.delete(alertFinds).where(eq(alertFinds.alertId, id));
  return updated ? view(updated) : null;
}

/** A pause keeps the instant at which it began. @returns null for none of theirs. */
export async function pauseAlert(
  tx: Transaction,
  { id, userId, pausedAt }: { id: string; userId: string; pausedAt: Date | null },
): Promise<Alert | null> {
  const [updated] = await tx
    .update(alerts)
    .set({ pausedAt: pausedAt ? sql`coalesce(${alerts.pausedAt}, ${pausedAt})` : null })
    .where(and(eq(alerts.id, id), eq(alerts.userId, userId)))
    .returning();
  if (updated && pausedAt) {
    await tx.delete(alertFinds).where(and(eq(alertFinds.alertId, id), isNull(alertFinds.toldAt)));
  }
  return updated ? view(updated) : null;
}

export async function deleteAlert(db: Executor, id: string, owner: Owner): Promise<void> {
  await db.delete(alerts).where(and(eq(alerts.id, id), ownedBy(owner)));
}

/** Part of a deletion (rule: account-deletion). */
export async function dropAlerts(db: Executor, userId: string): Promise<void> {
  await db.delete(alerts).where(eq(alerts.userId, userId));
}

/** Gives a guest's alerts to an account, but for those that it has already. */
export async function giveAlerts(
  tx: Transaction,
  { guestId, userId }: { guestId: string; userId: string },
): Promise<void> {
  await tx.execute(sql`update alerts set user_id = ${userId}, guest_id = null
    where guest_id = ${guestId} and not exists (select from alerts own
      where own.user_id = ${userId} and own.conditions = alerts.conditions)`);
}

export async function listOwn(db: Reader, owner: Owner): Promise<Alert[]> {
  const rows = await db
    .select()
    .from(alerts)
    .where(ownedBy(owner))
    .orderBy(asc(alerts.createdAt), asc(alerts.id));
  return rows.map(view);
}

export function view({ id, conditions, pausedAt, createdAt }: typeof alerts.$inferSelect): Alert {
  return { id, conditions: conditions as AlertConditions, isPaused: pausedAt !== null, createdAt };
}
