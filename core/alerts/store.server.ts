import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, list, type Reader, type Transaction } from "#platform/postgres.server.ts";
import type { Point } from "../places/rules.ts";
import { EVENING } from "../search/rules.ts";
import { alertFinds, alerts } from "../tables.server.ts";
import type { Alert, AlertConditions, Owner } from "./schema.ts";

/** The columns of an alert that follow from its conditions. */
export interface Compiled {
  /** The name of an activity type; empty for any. */
  typeName: string;
  /** By one of which it is found where it names no type. */
  words: string;
  area: string;
  seats: number;
  fromCents: number;
  belowCents: number | null;
  day: string | null;
  /** The bit 1 for Monday and 64 for Sunday. */
  weekdays: number;
}

/**
 * The longest of the words that offerings have had, by its stem; 0 where none is known, since the search
 * may forgive a slip in any of them.
 */
const wordOf = (words: string | SQL) => sql`coalesce((select number_of(typed.term)
  from search_words(${words}) typed
  where exists (select from known_words known where known.word = typed.word)
  order by length(typed.word) desc, typed.word limit 1), 0)`;

const columnsOf = (conditions: AlertConditions, { typeName, words, ...compiled }: Compiled) => ({
  ...compiled,
  conditions: conditions as (typeof alerts.$inferInsert)["conditions"],
  type: typeName === "" ? wordOf(words) : sql`number_of('#' || search_key(${typeName}))`,
});

/** Whether an alert is this account's or this guest's. */
export const ownedBy = ({ userId, guestId }: Owner) =>
  userId === undefined ? eq(alerts.guestId, guestId) : eq(alerts.userId, userId);

/** Makes everything else that counts or adds this person's alerts wait for the transaction. */
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
      ...(columnsOf(conditions, compiled) as unknown as typeof alerts.$inferInsert),
    })
    .returning();
  if (!inserted) throw new Error("no alert was inserted");
  return view(inserted);
}

/** Another search in its place; slots that were found for the former are forgotten. @returns null for none of theirs. */
export async function updateAlert(
  tx: Transaction,
  { id, userId, conditions }: { id: string; userId: string; conditions: AlertConditions },
  compiled: Compiled,
): Promise<Alert | null> {
  const [updated] = await tx
    .update(alerts)
    .set(columnsOf(conditions, compiled) as unknown as Partial<typeof alerts.$inferInsert>)
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

/** Alerts in words that no word finds, in the order of their ids, beginning after `after`. */
export async function readWithoutWord(
  db: Executor,
  after: string | null,
  limit: number,
): Promise<{ id: string; q: string }[]> {
  const { rows } = await db.execute<{ id: string; q: string }>(sql`
    select id, conditions ->> 'q' as q from alerts
    where type = 0 and conditions ->> 'q' <> '' and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`);
  return rows;
}

export async function writeWords(
  tx: Transaction,
  read: readonly { id: string; words: string }[],
): Promise<void> {
  const ids = list(
    read.map(({ id }) => id),
    "uuid",
  );
  const words = list(
    read.map((one) => one.words),
    "text",
  );
  await tx.execute(sql`
    with known as materialized (
      select read.id, ${wordOf(sql`read.words`)} as type
      from unnest(${ids}, ${words}) read (id, words))
    update alerts set type = known.type from known
    where alerts.id = known.id and alerts.type = 0 and known.type <> 0`);
}

export async function deleteAlert(db: Executor, id: string, owner: Owner): Promise<void> {
  await db.delete(alerts).where(and(eq(alerts.id, id), ownedBy(owner)));
}

/** Deletes somebody's alerts with their account (rule: account-deletion). */
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

/** Somebody's alerts, the oldest first. */
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

/** The activity and the place of a professional's own offering that is on line; the city is null online. */
export async function readOffered(
  db: Executor,
  { offeringId, professionalId }: { offeringId: string; professionalId: string },
): Promise<{ category: string; city: string | null; cell: number | null } | null> {
  const { rows } = await db.execute<{
    category: string;
    city: string | null;
    cell: number | null;
  }>(sql`
    select l.card ->> 'category' as category, l.cell,
      case when (l.card ->> 'isOnline')::boolean then null else l.card ->> 'city' end as city
    from listings l where l.offering_id = ${offeringId} and l.professional_id = ${professionalId}`);
  return rows[0] ?? null;
}

/** The people who look for this activity by its name, at this point, on the evening of this day in Paris. */
export async function countTonight(
  db: Executor,
  { category, point, day }: { category: string; point: Point; day: string },
): Promise<number> {
  const spot = sql`point(${point.longitude}::float8, ${point.latitude}::float8)`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct coalesce(alerts.user_id, alerts.guest_id))::int as count from alerts
    where alerts.paused_at is null and alerts.area @> box(${spot}, ${spot})
      and (alerts.type = number_of('#' || search_key(${category}))
        or alerts.type = any(array[0, ${wordOf(category)}])
          and search_key(alerts.conditions ->> 'q') = search_key(${category}))
      and (alerts.day is null or alerts.day = ${day}::date)
      and alerts.weekdays >> extract(isodow from ${day}::date)::int - 1 & 1 = 1
      and coalesce(alerts.conditions ->> 'to', '24:00') > ${EVENING}`);
  return rows[0]?.count ?? 0;
}
