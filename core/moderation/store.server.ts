import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { contentAppeals, contentDecisions, contentReports, profiles } from "../tables.server.ts";
import { type Origin, originOf } from "./rules.ts";
import type { Content, ContentCaseView, OpenContentCase, Published } from "./schema.ts";

type Decision = typeof contentDecisions.$inferSelect;
type Appeal = typeof contentAppeals.$inferSelect;

const about = (
  table: typeof contentReports | typeof contentDecisions,
  { offeringId, professionalId }: Pick<Content, "offeringId" | "professionalId">,
) =>
  offeringId
    ? eq(table.offeringId, offeringId)
    : and(eq(table.professionalId, professionalId), isNull(table.offeringId));

/** Keeps what it is about as it is now, too. */
export async function insertReport(
  db: Executor,
  content: Pick<
    Published,
    "offeringId" | "professionalId" | "kind" | "title" | "texts" | "imageUrl"
  >,
  row: Omit<typeof contentReports.$inferInsert, "offeringId" | "professionalId" | "snapshot">,
): Promise<void> {
  const { offeringId, professionalId, kind, title, texts, imageUrl } = content;
  const snapshot = { kind, title, texts, imageUrl };
  await db.insert(contentReports).values({ ...row, offeringId, professionalId, snapshot });
}

export async function findFiltered(db: Executor, content: Content): Promise<string | null> {
  const [row] = await db
    .select({ text: contentReports.text })
    .from(contentReports)
    .where(and(about(contentReports, content), eq(contentReports.reason, "filter")))
    .orderBy(sql`${contentReports.createdAt} desc`)
    .limit(1);
  return row?.text ?? null;
}

export async function listReports(db: Executor, content: Content) {
  return db
    .select()
    .from(contentReports)
    .where(about(contentReports, content))
    .orderBy(asc(contentReports.createdAt), asc(contentReports.id));
}

export async function listDecisions(db: Executor, content: Content): Promise<Decision[]> {
  return db
    .select()
    .from(contentDecisions)
    .where(about(contentDecisions, content))
    .orderBy(asc(contentDecisions.decidedAt), asc(contentDecisions.id));
}

export async function listAppeals(
  db: Executor,
  decisionIds: readonly string[],
): Promise<ContentCaseView["appeals"]> {
  const rows = await db
    .select()
    .from(contentAppeals)
    .where(
      and(
        inArray(contentAppeals.decisionId, [...decisionIds]),
        sql`${contentAppeals.askedAt} is not null`,
      ),
    )
    .orderBy(asc(contentAppeals.askedAt));
  return rows.flatMap(({ reportId, text, askedAt, answerId }) =>
    askedAt
      ? [
          {
            by: reportId ? ("reporter" as const) : ("professional" as const),
            text,
            askedAt,
            isOpen: answerId === null,
          },
        ]
      : [],
  );
}

export async function listContested(db: Executor, content: Content): Promise<Date[]> {
  const isOpen = and(isNotNull(contentAppeals.askedAt), isNull(contentAppeals.answerId));
  const rows = await db
    .selectDistinct({ decidedAt: contentDecisions.decidedAt })
    .from(contentAppeals)
    .innerJoin(contentDecisions, eq(contentDecisions.id, contentAppeals.decisionId))
    .where(and(about(contentDecisions, content), isOpen));
  return rows.map(({ decidedAt }) => decidedAt);
}

export async function countUpcoming(db: Executor, offeringId: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ upcoming: number }>(sql`
    select count(*)::int as upcoming from slots s join bookings b on b.slot_id = s.id
    where s.offering_id = ${offeringId} and s.start_datetime > ${now} and b.status <> 'cancelled'`);
  return rows[0]?.upcoming ?? 0;
}

/** Replaces the decisions in force and answers whatever waits. */
export async function writeDecision(
  tx: Transaction,
  content: Content,
  row: Omit<typeof contentDecisions.$inferInsert, "offeringId" | "professionalId"> & {
    id: string;
    decidedAt: Date;
  },
): Promise<{
  reports: { id: string; email: string | null }[];
  /** Null stands for the professional. */
  appeals: (string | null)[];
}> {
  const { offeringId, professionalId } = content;
  await tx
    .update(contentDecisions)
    .set({ endedAt: row.decidedAt })
    .where(and(about(contentDecisions, content), isNull(contentDecisions.endedAt)));
  await tx.insert(contentDecisions).values({ ...row, offeringId, professionalId });
  const reports = await tx
    .update(contentReports)
    .set({ decisionId: row.id })
    .where(and(about(contentReports, content), isNull(contentReports.decisionId)))
    .returning({ id: contentReports.id, email: contentReports.email });
  const decided = tx
    .select({ id: contentDecisions.id })
    .from(contentDecisions)
    .where(about(contentDecisions, content));
  const answered = await tx
    .update(contentAppeals)
    .set({ answerId: row.id })
    .where(
      and(
        inArray(contentAppeals.decisionId, decided),
        sql`${contentAppeals.askedAt} is not null`,
        isNull(contentAppeals.answerId),
      ),
    )
    .returning({ reportId: contentAppeals.reportId });
  return { reports, appeals: answered.map(({ reportId }) => reportId) };
}

export async function findInForce(db: Executor, content: Content): Promise<Decision | null> {
  const [row] = await db
    .select()
    .from(contentDecisions)
    .where(and(about(contentDecisions, content), isNull(contentDecisions.endedAt)));
  return row ?? null;
}

/** Its e-mail is null in the filter's own, and once its author's account is deleted. */
export async function findReport(db: Executor, id: string) {
  const [row] = await db.select().from(contentReports).where(eq(contentReports.id, id));
  return row ?? null;
}

export async function findDecision(db: Executor, id: string): Promise<Decision | null> {
  const [row] = await db.select().from(contentDecisions).where(eq(contentDecisions.id, id));
  return row ?? null;
}

export async function insertAppealLink(
  tx: Transaction,
  row: typeof contentAppeals.$inferInsert,
): Promise<void> {
  await tx.insert(contentAppeals).values(row);
}

export async function findAppeal(db: Executor, id: string, now: Date): Promise<Appeal | null> {
  const [row] = await db
    .select()
    .from(contentAppeals)
    .where(and(eq(contentAppeals.id, id), gt(contentAppeals.expiresAt, now)));
  return row ?? null;
}

export async function findOwnAppeal(
  db: Executor,
  decisionId: string,
  now: Date,
): Promise<Appeal | null> {
  const isOwn = and(eq(contentAppeals.decisionId, decisionId), isNull(contentAppeals.reportId));
  const [row] = await db
    .select()
    .from(contentAppeals)
    .where(and(isOwn, gt(contentAppeals.expiresAt, now)));
  return row ?? null;
}

export async function writeAppeal(
  tx: Transaction,
  id: string,
  { text, askedAt }: { text: string; askedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(contentAppeals)
    .set({ text, askedAt })
    .where(and(eq(contentAppeals.id, id), isNull(contentAppeals.askedAt)))
    .returning({ id: contentAppeals.id });
  return rows.length > 0;
}

export async function readOrigin(db: Executor, decision: Decision): Promise<Origin> {
  const { id, decidedAt } = decision;
  const rows = await db
    .select({
      isFilter: sql<boolean>`${contentReports.reason} = 'filter'`,
      isAnswered: sql<boolean>`coalesce(${contentReports.decisionId} = ${id}, false)`,
    })
    .from(contentReports)
    .where(and(about(contentReports, decision), lte(contentReports.createdAt, decidedAt)));
  return originOf(rows);
}

/** Lists a contested one once more; oldest first. */
export async function listOpen(db: Executor): Promise<OpenContentCase[]> {
  const found = await db.execute(sql`
    select distinct on (waiting.content_id, waiting.place = 1) waiting.content_id as "contentId",
      coalesce(o.title, (select r.snapshot ->> 'title' from content_reports r
        where r.offering_id = waiting.offering_id and r.snapshot is not null limit 1),
        p.business_name) as title, p.business_name as professional,
      waiting.why, waiting.text, waiting.since, waiting.due_at as "dueAt"
    from (
      select coalesce(d.offering_id, d.professional_id) as content_id, d.offering_id, d.professional_id,
        'contested' as why, a.text, a.asked_at as since, null::timestamptz as due_at, 1 as place
      from content_appeals a join content_decisions d on d.id = a.decision_id
      where a.asked_at is not null and a.answer_id is null
      union all
      select coalesce(r.offering_id, r.professional_id), r.offering_id, r.professional_id,
        r.reason, r.text, r.created_at, null, 2
      from content_reports r where r.decision_id is null
      union all
      select coalesce(d.offering_id, d.professional_id), d.offering_id, d.professional_id,
        'correction', d.facts, d.decided_at, d.due_at, 3
      from content_decisions d where d.ended_at is null and d.due_at is not null
    ) waiting
    join professional_profiles p on p.id = waiting.professional_id
    left join offerings o on o.id = waiting.offering_id
    -- Of what its owner has deleted, only people wait for an answer.
    where waiting.why not in ('filter', 'correction') or waiting.offering_id is null
      or (o.id is not null and o.deleted_at is null)
    order by waiting.content_id, waiting.place = 1, waiting.place, waiting.since`);
  return rowsOf<OpenContentCase>(found).sort(
    (one, other) => one.since.getTime() - other.since.getTime(),
  );
}

export async function deleteReports(db: Executor, before: Date): Promise<number> {
  const due = sql`created_at < ${before} and (decision_id is not null or reason = 'filter')`;
  return deleteBatch(db, contentReports, due);
}

export async function deleteDecisions(db: Executor, before: Date): Promise<number> {
  const due = sql`ended_at < ${before}
    and not exists (select from content_reports r where r.decision_id = content_decisions.id)`;
  return deleteBatch(db, contentDecisions, due);
}

export async function isAccountOpen(db: Executor, userId: string): Promise<boolean> {
  const isOpen = and(eq(profiles.id, userId), eq(profiles.accountStatus, "active"));
  return (await db.$count(profiles, isOpen)) > 0;
}
