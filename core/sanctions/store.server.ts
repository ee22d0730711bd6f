import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { accountDecisions, profiles } from "../tables.server.ts";
import type { AccountDecision, OpenContest } from "./schema.ts";

export async function findPerson(db: Executor, by: { email: string } | { userId: string }) {
  const [row] = await db
    .select({
      userId: profiles.id,
      email: profiles.email,
      status: profiles.accountStatus,
      isPro: profiles.isPro,
      professionalId: sql<string | null>`(select p.id from professional_profiles p
        where p.user_id = profiles.id order by p.created_at desc limit 1)`,
    })
    .from(profiles)
    .where("email" in by ? eq(profiles.email, by.email) : eq(profiles.id, by.userId));
  return row ?? null;
}

export async function insertDecision(tx: Transaction, row: typeof accountDecisions.$inferInsert) {
  await tx.insert(accountDecisions).values(row);
}

export async function changeDecision(
  tx: Transaction,
  id: string,
  changes: Partial<AccountDecision>,
): Promise<void> {
  await tx.update(accountDecisions).set(changes).where(eq(accountDecisions.id, id));
}

export async function findDecision(db: Executor, id: string): Promise<AccountDecision | null> {
  const [row] = await db.select().from(accountDecisions).where(eq(accountDecisions.id, id));
  return row ?? null;
}

export function listDecisions(db: Executor, userId: string): Promise<AccountDecision[]> {
  return db
    .select()
    .from(accountDecisions)
    .where(eq(accountDecisions.userId, userId))
    .orderBy(desc(accountDecisions.decidedAt), desc(accountDecisions.id));
}

export async function listInForce(db: Executor, userId: string): Promise<AccountDecision[]> {
  return (await listDecisions(db, userId)).filter(({ endedAt }) => endedAt === null);
}

export async function listInTheWay(db: Executor, userId: string, start: Date) {
  return (await listInForce(db, userId)).filter(({ effectiveAt }) => effectiveAt <= start);
}

/** Keeps the answer true until the transaction ends. */
export async function lockInTheWay(
  tx: Transaction,
  { userId, slotId }: { userId: string; slotId: string },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from account_decisions d join slots s on s.id = ${slotId}
    where d.user_id = ${userId} and d.ended_at is null and d.effective_at <= s.start_datetime
    for share of d`);
  return rows.length > 0;
}

export async function writeContest(
  tx: Transaction,
  id: string,
  { contest, contestedAt }: { contest: string; contestedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(accountDecisions)
    .set({ contest, contestedAt })
    .where(
      and(
        eq(accountDecisions.id, id),
        isNull(accountDecisions.contestedAt),
        isNull(accountDecisions.endedAt),
      ),
    )
    .returning({ id: accountDecisions.id });
  return rows.length > 0;
}

export async function listOpenContests(db: Executor): Promise<OpenContest[]> {
  const rows = await db
    .select({
      userId: accountDecisions.userId,
      name: sql<string>`coalesce((select p.business_name from professional_profiles p
        where p.user_id = profiles.id order by p.created_at desc limit 1),
        nullif(trim(${profiles.firstName} || ' ' || ${profiles.lastName}), ''), ${profiles.email})`,
      email: profiles.email,
      measure: accountDecisions.measure,
      text: accountDecisions.contest,
      contestedAt: accountDecisions.contestedAt,
    })
    .from(accountDecisions)
    .innerJoin(profiles, eq(profiles.id, accountDecisions.userId))
    .where(
      and(
        isNotNull(accountDecisions.contestedAt),
        isNull(accountDecisions.answeredAt),
        sql`${profiles.accountStatus} <> 'deleted'`,
      ),
    )
    .orderBy(asc(accountDecisions.contestedAt));
  return rows.flatMap(({ contestedAt, ...row }) => (contestedAt ? [{ ...row, contestedAt }] : []));
}

export async function listDue(db: Executor, now: Date): Promise<AccountDecision[]> {
  return db
    .select()
    .from(accountDecisions)
    .where(
      and(
        isNull(accountDecisions.carriedOutAt),
        isNull(accountDecisions.endedAt),
        lte(accountDecisions.effectiveAt, now),
      ),
    );
}

/** Empties what its owner has written to contest them. */
export async function closeDecisions(tx: Transaction, userId: string, now: Date): Promise<void> {
  const endedAt = sql`coalesce(${accountDecisions.endedAt}, ${now})`;
  await tx
    .update(accountDecisions)
    .set({ facts: "", contest: "", answer: "", endedAt })
    .where(eq(accountDecisions.userId, userId));
}

/** Returns how many of the batch; clients' choices go with them. */
export async function deleteDecisions(db: Executor, before: Date): Promise<number> {
  const due = sql`ended_at < ${before}`;
  return deleteBatch(db, accountDecisions, due);
}
