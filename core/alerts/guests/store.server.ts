import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Executor, hasId, type Transaction } from "#platform/postgres.server.ts";
import { alertGuests, alertLinks, alerts } from "../../tables.server.ts";

export type AlertLink = typeof alertLinks.$inferSelect;

export async function insertAlertLink(
  tx: Transaction,
  link: typeof alertLinks.$inferInsert,
): Promise<void> {
  await tx.insert(alertLinks).values(link);
}

/** Finds a link by its id, unless it has expired. */
export async function findAlertLink(
  db: Executor,
  id: string,
  now: Date,
): Promise<AlertLink | null> {
  const [row] = await db
    .select()
    .from(alertLinks)
    .where(and(hasId(alertLinks.id, id), gt(alertLinks.expiresAt, now)));
  return row ?? null;
}

/** Uses a link up; true for exactly one of several callers. */
export async function takeAlertLink(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(alertLinks)
    .set({ followedAt: now })
    .where(and(eq(alertLinks.id, id), isNull(alertLinks.followedAt)));
  return rowCount === 1;
}

/** The guest with this address, made where there is none; whatever else adds their alerts waits. */
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

/** Locks a guest; null when there is none with this id. */
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

/** Deletes a guest with their alerts; only one without any, if asked so. */
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

/** Deletes all that an address keeps or asked for without an account (rule: account-deletion). */
export async function dropGuestAlerts(tx: Transaction, email: string): Promise<void> {
  await tx.delete(alertLinks).where(eq(alertLinks.email, email));
  await tx.delete(alertGuests).where(eq(alertGuests.email, email));
}

/** Deletes a batch of links that were asked for by this instant. @returns how many. */
export async function deleteLinks(db: Executor, before: Date): Promise<number> {
  const due = lte(alertLinks.createdAt, before);
  const { rowCount } = await db.delete(alertLinks).where(batchOf(alertLinks, due));
  return rowCount ?? 0;
}

/** Deletes a batch of guests' alerts that they agreed to by this instant. @returns how many. */
export async function deleteExpired(db: Executor, before: Date): Promise<number> {
  const due = and(isNotNull(alerts.guestId), lte(alerts.agreedAt, before));
  const { rowCount } = await db.delete(alerts).where(batchOf(alerts, due));
  return rowCount ?? 0;
}

/** Deletes a batch of guests of whom nothing is kept. @returns how many. */
export async function deleteIdleGuests(db: Executor): Promise<number> {
  const isIdle = sql`not exists (select from alerts kept where kept.guest_id = ${alertGuests.id})`;
  const { rowCount } = await db.delete(alertGuests).where(batchOf(alertGuests, isIdle));
  return rowCount ?? 0;
}
