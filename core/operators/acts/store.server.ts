import { and, asc, desc, eq, ilike, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { BATCH, batchOf } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  actDetails,
  acts,
  operatorLogins,
  operators,
  passkeyChallenges,
  readings,
  settings,
} from "../../tables.server.ts";

const ANCHOR = "acts_anchor";

/** The end of the chain that was purged, which the oldest act that is kept is chained to. */
export interface Anchor {
  number: number;
  hash: string;
  /** By this installation's secret. */
  signature: string;
}

export async function readAnchor(db: Executor): Promise<Anchor | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, ANCHOR));
  return (row?.value as Anchor | undefined) ?? null;
}

/** The newest act, which no other can follow until the transaction ends. */
export async function lockLastAct(tx: Transaction): Promise<{ number: number; hash: string }> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('acts'))`);
  const [last] = await tx
    .select({ number: acts.number, hash: acts.hash })
    .from(acts)
    .orderBy(desc(acts.number))
    .limit(1);
  return last ?? (await readAnchor(tx)) ?? { number: 0, hash: "" };
}

export async function writeAct(
  tx: Transaction,
  act: Omit<typeof acts.$inferInsert, "hash">,
  previous: string,
  details: typeof actDetails.$inferInsert | null,
): Promise<void> {
  const { number, at, operatorId, objectKind, objectId, fields, detailsHash } = act;
  const values = sql`${number}::bigint, ${at.toISOString()}::timestamptz, ${operatorId ?? null}::uuid,
    ${act.act}::text, ${objectKind}::text, ${objectId}::text,
    ${sql.param(fields, acts.fields)}::text[], ${detailsHash ?? null}::text`;
  await tx.execute(sql`
    insert into acts (number, at, operator_id, act, object_kind, object_id, fields, details_hash, hash)
    values (${values}, act_hash(${previous}, ${values}))`);
  if (details) await tx.insert(actDetails).values(details);
}

export async function eraseDetails(db: Executor, personId: string): Promise<void> {
  await db.delete(actDetails).where(eq(actDetails.personId, personId));
}

export async function insertReading(
  db: Executor,
  row: typeof readings.$inferInsert,
): Promise<void> {
  await db.insert(readings).values(row);
}

/** Acts with these conditions, the newest first. */
export async function listActs(
  db: Executor,
  asked: {
    object?: { kind: string; id: string };
    q?: string;
    /** The acts whose words have what is looked for. */
    acts?: string[];
    before?: number | undefined;
    limit: number;
  },
) {
  const { object, q, before, limit } = asked;
  const conditions: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(acts.number, before),
    object && and(eq(acts.objectKind, object.kind), eq(acts.objectId, object.id)),
    q
      ? or(
          eq(acts.objectId, q),
          ilike(operators.name, `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`),
          asked.acts?.length ? inArray(acts.act, asked.acts) : undefined,
        )
      : undefined,
  ];
  return db
    .select({
      number: acts.number,
      at: acts.at,
      operator: operators.name,
      act: acts.act,
      objectKind: acts.objectKind,
      objectId: acts.objectId,
      fields: acts.fields,
      content: actDetails.content,
      detailsHash: acts.detailsHash,
    })
    .from(acts)
    .leftJoin(operators, eq(operators.id, acts.operatorId))
    .leftJoin(actDetails, eq(actDetails.number, acts.number))
    .where(and(...conditions))
    .orderBy(desc(acts.number))
    .limit(limit);
}

/** The newest of these acts on a thing. */
export async function readNewestAct(
  db: Executor,
  object: { kind: string; id: string },
  among: readonly string[],
) {
  const [row] = await db
    .select({ act: acts.act, operatorId: acts.operatorId, content: actDetails.content })
    .from(acts)
    .leftJoin(actDetails, eq(actDetails.number, acts.number))
    .where(
      and(
        eq(acts.objectKind, object.kind),
        eq(acts.objectId, object.id),
        inArray(acts.act, [...among]),
      ),
    )
    .orderBy(desc(acts.number))
    .limit(1);
  return row ?? null;
}

/**
 * Deletes a batch of the oldest acts, and leaves the end of what is gone as the anchor of the rest.
 *
 * @param sign signs the anchor.
 * @returns how many have gone.
 */
export async function purgeOldest(
  tx: Transaction,
  before: Date,
  sign: (text: string) => Promise<string>,
): Promise<number> {
  await lockLastAct(tx);
  const oldest = await tx
    .select({ number: acts.number, at: acts.at, hash: acts.hash })
    .from(acts)
    .orderBy(asc(acts.number))
    .limit(BATCH);
  const after = oldest.findIndex(({ at }) => at >= before);
  const gone = after === -1 ? oldest : oldest.slice(0, after);
  const end = gone.at(-1);
  if (!end) return 0;
  await tx.delete(acts).where(lte(acts.number, end.number));
  const { number, hash } = end;
  const value: Anchor = { number, hash, signature: await sign(`${number} ${hash}`) };
  await tx
    .insert(settings)
    .values({ key: ANCHOR, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
  return gone.length;
}

export async function deleteReadings(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db
    .delete(readings)
    .where(batchOf(readings, lt(readings.at, before), readings.at));
  return rowCount ?? 0;
}

export async function deleteOldLogins(db: Executor, openedBefore: Date): Promise<number> {
  const isOver = lte(operatorLogins.openedAt, openedBefore);
  const { rowCount } = await db
    .delete(operatorLogins)
    .where(batchOf(operatorLogins, isOver, operatorLogins.openedAt));
  return rowCount ?? 0;
}

export async function deleteOldChallenges(db: Executor, now: Date): Promise<number> {
  const isOver = lte(passkeyChallenges.expiresAt, now);
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(batchOf(passkeyChallenges, isOver, passkeyChallenges.expiresAt));
  return rowCount ?? 0;
}
