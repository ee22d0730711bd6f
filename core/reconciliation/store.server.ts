import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import { list } from "#platform/postgres.server.ts";
import { payments, settings, stripeEvents, subscriptionCheckouts } from "../tables.server.ts";
export type StripeEvent = typeof stripeEvents.$inferSelect;

export type NewEvent = typeof stripeEvents.$inferInsert;

/** False when it is known already: then it stays as it is. */
export async function insertEvent(db: Executor, event: NewEvent): Promise<boolean> {
  const { rowCount } = await db.insert(stripeEvents).values(event).onConflictDoNothing();
  return rowCount === 1;
}

export async function findEvent(db: Executor, id: string): Promise<StripeEvent | null> {
  const [row] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, id));
  return row ?? null;
}

/** Deletes its payload, which names people. */
export async function markEventProcessed(db: Executor, id: string, now: Date): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ processedAt: now, payload: null, lastError: null })
    .where(eq(stripeEvents.id, id));
}

export async function markEventFailed(db: Executor, id: string, reason: string): Promise<void> {
  await db.update(stripeEvents).set({ lastError: reason }).where(eq(stripeEvents.id, id));
}

export async function listUnprocessedEvents(db: Executor, receivedBefore: Date, limit: number) {
  const rows = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.processedAt), lt(stripeEvents.receivedAt, receivedBefore)))
    .orderBy(stripeEvents.receivedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** `insertEvent` is for deliveries, of which only the first counts. */
export async function reopenEvent(db: Executor, event: NewEvent): Promise<void> {
  await db
    .insert(stripeEvents)
    .values(event)
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { payload: event.payload, processedAt: null },
    });
}

export async function keepUnknown(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from unnest(${list(ids, "text")}) id except select id from ${stripeEvents}`,
  );
  return new Set(rows.map(({ id }) => id));
}

const CAUGHT_UP = "stripe_events_until";

export function readCaughtUp(db: Executor): Promise<Date | null> {
  return readInstant(db, CAUGHT_UP);
}

export function writeCaughtUp(db: Executor, until: Date, before: Date | null): Promise<void> {
  return moveInstant(db, CAUGHT_UP, until, before);
}

const WALKED_TO = "stripe_checkouts_until";

/** Of the look for lost checkouts; null before the first. */
export function readWalkedTo(db: Executor): Promise<Date | null> {
  return readInstant(db, WALKED_TO);
}

export function writeWalkedTo(db: Executor, to: Date, before: Date | null): Promise<void> {
  return moveInstant(db, WALKED_TO, to, before);
}

const RESTORED_AT = "restored_at";

/** Until the operator says that it sells. */
export async function holdLostBack(db: Executor, at: Date): Promise<void> {
  const value = at.toISOString();
  await db
    .insert(settings)
    .values({ key: RESTORED_AT, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

export function readRestoredAt(db: Executor): Promise<Date | null> {
  return readInstant(db, RESTORED_AT);
}

export async function unmarkRestored(db: Executor): Promise<boolean> {
  const { rowCount } = await db.delete(settings).where(eq(settings.key, RESTORED_AT));
  return rowCount === 1;
}

/** `unknown` here, or ended without money as far as we know. */
export async function keepLost(db: Executor, ids: readonly string[]) {
  const { rows } = await db.execute<{ id: string; state: "unknown" | "ended" }>(sql`
    select asked.id, case when p.id is null then 'unknown' else 'ended' end as state
    from unnest(${list(ids, "uuid")}) asked(id)
    left join ${payments} p on p.id = asked.id
    left join ${subscriptionCheckouts} s on s.id = asked.id
    where s.id is null and (p.id is null or p.status = 'expired')`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export async function readNewest(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ newest: string | null }>(sql`
    select greatest(
      (select max(created_at) from ${payments}), (select max(received_at) from ${stripeEvents})
    ) as newest`);
  return rows[0]?.newest ? new Date(rows[0].newest) : null;
}

/** Unless a restore has set it meanwhile, which keeps the moment of its backup. */
async function moveInstant(db: Executor, key: string, to: Date, before: Date | null) {
  const value = to.toISOString();
  if (before === null) {
    await db.insert(settings).values({ key, value }).onConflictDoNothing();
    return;
  }
  const isSame = sql`${settings.value} = ${JSON.stringify(before.toISOString())}::jsonb`;
  await db
    .update(settings)
    .set({ value })
    .where(and(eq(settings.key, key), isSame));
}

async function readInstant(db: Executor, key: string): Promise<Date | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, key));
  return row ? new Date(String(row.value)) : null;
}

export async function deleteEvents(db: Executor, processedBefore: Date): Promise<number> {
  const due = lt(stripeEvents.processedAt, processedBefore);
  return deleteBatch(db, stripeEvents, due, stripeEvents.processedAt);
}
