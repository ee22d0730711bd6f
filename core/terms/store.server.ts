import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { accountDecisions, termsChanges } from "../tables.server.ts";
import type { TermsChange, TermsLine } from "./schema.ts";

export async function insertChange(
  tx: Transaction,
  row: typeof termsChanges.$inferInsert,
): Promise<void> {
  await tx.insert(termsChanges).values(row);
}

export async function findChange(db: Executor, id: string): Promise<TermsChange | null> {
  const [row] = await db.select().from(termsChanges).where(eq(termsChanges.id, id));
  return row ?? null;
}

export function listComing(db: Executor, now: Date): Promise<TermsChange[]> {
  const { id, summary, effectiveAt } = termsChanges;
  return db
    .select({ id, summary, effectiveAt })
    .from(termsChanges)
    .where(gt(effectiveAt, now))
    .orderBy(asc(effectiveAt));
}

const IS_READER = sql`u.account_status = 'active'
  and exists (select from professional_profiles p where p.user_id = u.id)`;

export async function countReaders(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ readers: number }>(
    sql`select count(*)::int as readers from profiles u where ${IS_READER}`,
  );
  return rows[0]?.readers ?? 0;
}

/** By id, after one of them. */
export async function listReaders(
  db: Executor,
  after: string | undefined,
  limit: number,
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await db.execute<{ userId: string; email: string }>(sql`
    select u.id as "userId", u.email from profiles u
    where ${IS_READER} and u.id > ${after ?? "00000000-0000-0000-0000-000000000000"}
    order by u.id limit ${limit}`);
  return rows;
}

export async function listChanges(db: Executor): Promise<TermsLine[]> {
  const rows = await db.select().from(termsChanges).orderBy(desc(termsChanges.effectiveAt));
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      told: await countTold(db, row.id),
      refusals: await listRefusals(db, row.id),
    })),
  );
}

async function countTold(db: Executor, changeId: string): Promise<TermsLine["told"]> {
  const { rows } = await db.execute<TermsLine["told"]>(sql`
    select count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'dropped')::int as dropped
    from mails where kind = 'terms-changing'
      and reference >= ${`${changeId}:`} and reference < ${`${changeId};`}`);
  return rows[0] ?? { sent: 0, queued: 0, dropped: 0 };
}

function listRefusals(db: Executor, changeId: string): Promise<TermsLine["refusals"]> {
  return db
    .select({
      userId: accountDecisions.userId,
      name: sql<string>`coalesce((select p.business_name from professional_profiles p
        where p.user_id = ${accountDecisions.userId} order by p.created_at desc limit 1), '')`,
      at: accountDecisions.decidedAt,
    })
    .from(accountDecisions)
    .where(and(eq(accountDecisions.termsChangeId, changeId), isNull(accountDecisions.endedAt)))
    .orderBy(desc(accountDecisions.decidedAt));
}
