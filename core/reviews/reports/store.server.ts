import { and, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { listContests } from "../../moderation/cases/answer-contests.server.ts";
import type { Contester } from "../../moderation/cases/schema.ts";
import type { Basis } from "../../moderation/rules.ts";
import {
  bookings,
  offerings,
  professionalProfiles,
  profiles,
  reviewReports,
  reviews,
} from "../../tables.server.ts";
import type { CaseReason, CaseView, OpenCase, ReviewOutcome } from "./schema.ts";

export async function insertReport(
  db: Executor,
  row: typeof reviewReports.$inferInsert,
): Promise<void> {
  await db.insert(reviewReports).values(row);
}

/** As far as they can be read; null of a refused one. */
export async function findReadable(
  db: Executor,
  id: string,
): Promise<{ professionalId: string; text: string; reply: string | null } | null> {
  const { professionalId, text } = reviews;
  const reply = sql<
    string | null
  >`case when ${reviews.replyRemovedAt} is null then ${reviews.reply} end`;
  const [row] = await db
    .select({ professionalId, text, reply })
    .from(reviews)
    .where(and(eq(reviews.id, id), ne(reviews.status, "refused")));
  return row ?? null;
}

export async function findFiltered(db: Executor, reviewId: string): Promise<string | null> {
  const [row] = await db
    .select({ text: reviewReports.text })
    .from(reviewReports)
    .where(and(eq(reviewReports.reviewId, reviewId), eq(reviewReports.isFilter, true)))
    .orderBy(desc(reviewReports.createdAt))
    .limit(1);
  return row?.text ?? null;
}

/** Also told to others. */
const UNDONE_BY: Record<Contester["by"], ReviewOutcome[]> = {
  author: ["refused"],
  replier: ["reply_removed"],
  reporter: [],
};

export async function closeReports(
  tx: Transaction,
  reviewId: string,
  decided: {
    outcome: ReviewOutcome;
    answer: string;
    basis: Basis | null;
    decidedAt: Date;
  },
  /** Who contests; those whose reports led to a contested decision are told too. */
  contested: readonly Contester[],
): Promise<{ reportId: string; email: string }[]> {
  const ids = contested.flatMap(({ reportId }) => reportId ?? []);
  const undone = contested.flatMap(({ by }) => UNDONE_BY[by]);
  const isAsked = or(
    isNull(reviewReports.decidedAt),
    ids.length > 0 ? inArray(reviewReports.id, ids) : undefined,
    undone.length > 0 ? inArray(reviewReports.outcome, undone) : undefined,
  );
  const closed = await tx
    .update(reviewReports)
    .set(decided)
    .where(and(eq(reviewReports.reviewId, reviewId), isAsked))
    .returning({
      reportId: reviewReports.id,
      reporterId: reviewReports.reporterId,
      typed: reviewReports.email,
    });
  const told = [];
  for (const { reportId, reporterId, typed } of closed) {
    const email = reporterId ? await findEmail(tx, reporterId) : typed;
    if (email) told.push({ reportId, email });
  }
  return told;
}

/** Only for mails; null once deleted. */
export async function findEmail(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.accountStatus, "active")));
  return row?.email ?? null;
}

export async function findOwner(db: Executor, professionalId: string): Promise<string> {
  const [row] = await db
    .select({ userId: professionalProfiles.userId })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  if (!row) throw new Error(`professional ${professionalId} is gone`);
  return row.userId;
}

export async function hasOpenReport(db: Executor, reviewId: string): Promise<boolean> {
  const open = and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.decidedAt));
  return (await db.$count(reviewReports, open)) > 0;
}

export async function findOpenReport(db: Executor, reportId: string) {
  const [row] = await db
    .select({ text: reviewReports.text, professional: professionalProfiles.businessName })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(and(eq(reviewReports.id, reportId), isNull(reviewReports.decidedAt)));
  return row ?? null;
}

export async function findDecision(db: Executor, reviewId: string) {
  const [row] = await db
    .select({
      status: reviews.status,
      bookingId: reviews.bookingId,
      professional: professionalProfiles.businessName,
    })
    .from(reviews)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(eq(reviews.id, reviewId));
  return row ?? null;
}

export async function listOpenCases(db: Executor): Promise<OpenCase[]> {
  const found = await db.execute(sql`
    select r.id as "reviewId", r.status, b.contested_as as "contestedAs", p.business_name as professional, r.rating, r.text, r.reply,
      r.published_at as "publishedAt",
      coalesce((select json_agg(json_build_object('isDoubt', o.is_doubt, 'isReply', o.is_reply,
          'reason', case when o.is_filter then 'filter' else o.reason end, 'text', o.text, 'createdAt', o.created_at) order by o.created_at, o.id)
        from review_reports o where o.review_id = r.id and o.decided_at is null), '[]') as reports,
      (select json_build_object('text', c.text, 'contestedAt', c.contested_at)
        from case_contests c where c.review_id = r.id and c.answered_at is null
        order by c.contested_at limit 1) as contest
    from reviews r join professional_profiles p on p.id = r.professional_id
      join bookings b on b.id = r.booking_id
    where r.id in (
      select id from reviews where status = 'waiting'
      union all select review_id from review_reports where decided_at is null
      union all select review_id from case_contests where answered_at is null)
    order by r.published_at, r.id`);
  return rowsOf<OpenCase>(found).map(({ reports, contest, ...row }) => ({
    ...row,
    contest: contest && { ...contest, contestedAt: new Date(contest.contestedAt) },
    reports: reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt) })),
  }));
}

export async function findCase(db: Executor, reviewId: string): Promise<CaseView | null> {
  const author = alias(profiles, "author");
  const [row] = await db
    .select({
      status: reviews.status,
      contestedAs: bookings.contestedAs,
      rating: reviews.rating,
      text: reviews.text,
      reply: reviews.reply,
      isReplyRemoved: sql<boolean>`${reviews.replyRemovedAt} is not null`,
      refusedBecause: reviews.refusedBecause,
      publishedAt: reviews.publishedAt,
      offering: offerings.title,
      professionalId: reviews.professionalId,
      professional: professionalProfiles.businessName,
      ownerId: professionalProfiles.userId,
      authorId: reviews.authorId,
      author: sql<string>`trim(${author.firstName} || ' ' || ${author.lastName})`,
      authorEmail: author.email,
    })
    .from(reviews)
    .innerJoin(offerings, eq(offerings.id, reviews.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .innerJoin(author, eq(author.id, reviews.authorId))
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(eq(reviews.id, reviewId));
  if (!row) return null;
  // Bookings have an index by client.
  const { rows } = await db.execute<{ others: number; refused: number }>(sql`
    select count(*)::int as others, (count(*) filter (where r.status = 'refused'))::int as refused
    from bookings b join reviews r on r.booking_id = b.id
    where b.client_id = ${row.authorId} and r.id <> ${reviewId}`);
  const reports = await db
    .select({
      isDoubt: reviewReports.isDoubt,
      isReply: reviewReports.isReply,
      reason: sql<CaseReason>`case when ${reviewReports.isFilter} then 'filter' else ${reviewReports.reason} end`,
      text: reviewReports.text,
      snapshot: reviewReports.snapshot,
      createdAt: reviewReports.createdAt,
      outcome: reviewReports.outcome,
      answer: reviewReports.answer,
      reporter: sql<string | null>`coalesce(${profiles.email}, ${reviewReports.email})`,
    })
    .from(reviewReports)
    .leftJoin(profiles, eq(profiles.id, reviewReports.reporterId))
    .where(eq(reviewReports.reviewId, reviewId))
    .orderBy(reviewReports.createdAt, reviewReports.id);
  const { others = 0, refused: othersRefused = 0 } = rows[0] ?? {};
  const contests = await listContests(db, { reviewId });
  return { ...row, reports, contests, others, othersRefused };
}
