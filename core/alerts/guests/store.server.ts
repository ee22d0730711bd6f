import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, hasId, type Transaction } from "#platform/postgres.server.ts";
import { alertGuests, alertLinks, alerts, type StoredConditions } from "../../tables.server.ts";
import type { AlertConditions } from "../schema.ts";

export type AlertLink = Omit<typeof alertLinks.$inferSelect, "conditions"> & {
  conditions: AlertConditions;
};

export async function insertAlertLink(
  tx: Transaction,
  { conditions, ...link }: Omit<AlertLink, "followedAt">,
): Promise<void> {
  await tx.insert(alertLinks).values({ ...link, conditions: conditions as StoredConditions });
}

export async function findAlertLink(
  db: Executor,
  id: string,
  now: Date,
): Promise<AlertLink | null> {
  const [row] = await db
    .select()
    .from(alertLinks)
    .where(and(hasId(alertLinks.id, id), gt(alertLinks.expiresAt, now)));
  return row ? { ...row, conditions: row.conditions as AlertConditions } : null;
}

/** Uses a link up; true for exactly one of several callers. */
export async function takeAlertLink(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(alertLinks)
    .set({ followedAt: now })
    .where(and(eq(alertLinks.id, id), isNull(alertLinks.followedAt)));
  return rowCount === 1;
}

/** Inserts the guest where there is none; whatever else adds their alerts waits. */
export async function holdGuest(tx: Transaction, email: string, now: Date): Promise<string> {
  const [row] = await tx
    .insert(alertGuests)
    .values({ id: newId(), email, createdAt: now })
    .onConflictDoUpdate({ target: alertGuests.email, set: { email } })
    .returning({ id: alertGuests.id });
  if (!row) throw new Error("no guest was inserted");
  return row.id;
}

export async function findGuestOf(db: Executor, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: alertGuests.id })
    .from(alertGuests)
    .where(eq(alertGuests.email, email));
  return row?.id ?? null;
}

export async function lockGuest(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: alertGuests.id })
    .from(alertGuests)
    .where(eq(alertGuests.id, id))
    .for("update");
  return row?.id ?? null;
}

export async function hasGuest(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(alertGuests, eq(alertGuests.id, id))) > 0;
}

export async function deleteGuest(
  tx: Transaction,
  id: string,
  which: "whatever they keep" | "if nothing is kept",
): Promise<void> {
  const isEmpty = sql`not exists (select from ${alerts} where ${alerts.guestId} = ${id})`;
  await tx
    .delete(alertGuests)
    .where(and(eq(alertGuests.id, id), which === "if nothing is kept" ? isEmpty : undefined));
}

/** Part of a deletion (rule: account-deletion). */
export async function dropGuestAlerts(tx: Transaction, email: string): Promise<void> {
  await tx.delete(alertLinks).where(eq(alertLinks.email, email));
  await tx.delete(alertGuests).where(eq(alertGuests.email, email));
}
