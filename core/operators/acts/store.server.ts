import { and, asc, desc, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { BATCH, deleteBatch } from "#platform/batches.server.ts";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import type { Role } from "../../roles.ts";
import {
  actDetails,
  acts,
  operatorLogins,
  operators,
  passkeyChallenges,
  readings,
  settings,
} from "../../tables.server.ts";

/** The last purged act, which the oldest kept one is chained to, and the newest. */
export type ChainEnd = "acts_anchor" | "acts_head";

export interface Anchor {
  number: number;
  hash: string;
  /** By this installation's secret. */
  signature: string;
}

export async function readAnchor(db: Executor, end: ChainEnd): Promise<Anchor | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, end));
  return (row?.value as Anchor | undefined) ?? null;
}

export async function writeAnchor(tx: Transaction, end: ChainEnd, value: Anchor): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: end, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } });
}

/** Also keeps others from following it until the transaction ends. */
export async function lockLastAct(tx: Transaction): Promise<Omit<Anchor, "signature">> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('acts'))`);
  return readLastAct(tx);
}

/** Or the last that was purged. */
export async function readLastAct(db: Executor): Promise<Omit<Anchor, "signature">> {
  const [last] = await db
    .select({ number: acts.number, hash: acts.hash })
    .from(acts)
    .orderBy(desc(acts.number))
    .limit(1);
  return last ?? (await readAnchor(db, "acts_anchor")) ?? { number: 0, hash: "" };
}

export async function writeAct(
  tx: Transaction,
  act: Omit<typeof acts.$inferInsert, "hash">,
  previous: string,
  details: typeof actDetails.$inferInsert | null,
): Promise<string> {
  const { number, at, operatorId, objectKind, objectId, fields, detailsHash } = act;
  const values = sql`${number}::bigint, ${at.toISOString()}::timestamptz, ${operatorId ?? null}::uuid,
    ${act.act}::text, ${objectKind}::text, ${objectId}::text,
    ${sql.param(fields, acts.fields)}::text[], ${detailsHash ?? null}::text`;
  const { rows } = await tx.execute<{ hash: string }>(sql`
    insert into acts (number, at, operator_id, act, object_kind, object_id, fields, details_hash, hash)
    values (${values}, act_hash(${previous}, ${values})) returning hash`);
  if (details) await tx.insert(actDetails).values(details);
  return rows[0]?.hash ?? "";
}

/** That they were done stays in the chain. */
export async function erasePersonsActs(db: Executor, personId: string): Promise<void> {
  await db.delete(actDetails).where(eq(actDetails.personId, personId));
}

export async function insertReading(
  db: Executor,
  row: typeof readings.$inferInsert,
): Promise<void> {
  await db.insert(readings).values(row);
}

/** A null operator is the command line. */
export async function listRead(
  db: Executor,
  operatorId: string | null,
  { kind, ids }: { kind: string; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: readings.objectId })
    .from(readings)
    .where(
      and(
        eq(readings.objectKind, kind),
        inArray(readings.objectId, [...ids]),
        sql`${readings.operatorId} is not distinct from ${operatorId}::uuid`,
      ),
    );
  return rows.map(({ id }) => id);
}

export interface SoughtActs {
  q: string;
  acts: readonly string[];
  people: readonly string[];
  objects: readonly string[];
}

/** Each value is looked up by an index. */
async function findNumbers(
  db: Executor,
  { q, acts: words, people, objects }: SoughtActs,
  { before = Number.MAX_SAFE_INTEGER, limit }: Page,
): Promise<string[]> {
  const name = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const ways = [
    [sql`select id from operators where name ilike ${name}`, sql`acts where operator_id`],
    [sql`select unnest(${list(words, "text")}) as id`, sql`acts where act`],
    [sql`select unnest(${list(objects, "text")}) as id`, sql`acts where object_id`],
    [sql`select unnest(${list(people, "uuid")}) as id`, sql`act_details where person_id`],
  ].map(
    ([values, those]) => sql`select newest.number from (${values}) value cross join lateral (
      select number from ${those} = value.id and number < ${before}
      order by number desc limit ${limit}) newest`,
  );
  const { rows } = await db.execute<{ number: string }>(
    sql`${sql.join(ways, sql` union `)} order by number desc limit ${limit}`,
  );
  return rows.map(({ number }) => number);
}

interface Page {
  before?: number | undefined;
  limit: number;
}

export async function readActs(
  db: Executor,
  asked: Page & {
    object?: { kind: string; id: string };
    about?: { personId: string; kinds: readonly string[] };
    sought?: SoughtActs | undefined;
  },
) {
  const { object, about, sought, before, limit } = asked;
  // By itself, since a join would walk the whole journal from its newest act on.
  const numbers = sought && (await findNumbers(db, sought, { before, limit }));
  const conditions: (SQL | undefined)[] = [
    before === undefined ? undefined : lt(acts.number, before),
    object && and(eq(acts.objectKind, object.kind), eq(acts.objectId, object.id)),
    about &&
      and(eq(actDetails.personId, about.personId), inArray(acts.objectKind, [...about.kinds])),
    numbers && sql`${acts.number} = any(${list(numbers, "bigint")})`,
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

/** The end of what is gone becomes the anchor of the rest. Answers how many have gone. */
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
  await writeAnchor(tx, "acts_anchor", {
    number,
    hash,
    signature: await sign(`${number} ${hash}`),
  });
  return gone.length;
}

export async function deleteReadings(db: Executor, before: Date): Promise<number> {
  return deleteBatch(db, readings, lt(readings.at, before), readings.at);
}

export async function deleteOldLogins(db: Executor, openedBefore: Date): Promise<number> {
  const isOver = lte(operatorLogins.openedAt, openedBefore);
  return deleteBatch(db, operatorLogins, isOver, operatorLogins.openedAt);
}

export async function deleteOldChallenges(db: Executor, now: Date): Promise<number> {
  const isOver = lte(passkeyChallenges.expiresAt, now);
  return deleteBatch(db, passkeyChallenges, isOver, passkeyChallenges.expiresAt);
}

/** At any of these instants; a null operator is the command line. */
export async function hasDecided(
  db: Executor,
  object: { kind: string; id: string },
  by: { acts: readonly string[]; operatorId: string | null; decidedAts: readonly Date[] },
): Promise<boolean> {
  if (by.decidedAts.length === 0) return false;
  const instants = by.decidedAts.map((at) => at.toISOString());
  // The act ends its decision, so the first one that is not older is its own.
  const { rows } = await db.execute(sql`
    select from unnest(${list(instants, "timestamptz")}) as decided (at) cross join lateral (
      select operator_id from acts where object_kind = ${object.kind} and object_id = ${object.id}
        and act = any(${list(by.acts, "text")}) and at >= decided.at
      order by number limit 1) first
    where first.operator_id is not distinct from ${by.operatorId}::uuid limit 1`);
  return rows.length > 0;
}

export async function hasColleague(
  db: Executor,
  operatorId: string | null,
  role: Role,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from operators where closed_at is null and ${role} = any(roles)
      and id is distinct from ${operatorId}::uuid limit 1`);
  return rows.length > 0;
}
