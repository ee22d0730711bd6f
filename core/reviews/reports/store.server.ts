import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  offerings,
  professionalProfiles,
  profiles,
  reviewReports,
  reviews,
} from "../../tables.server.ts";
import type { CaseView, OpenCase } from "./schema.ts";

export async function insertReport(
  db: Executor,
  row: typeof reviewReports.$inferInsert,
): Promise<void> {
  await db.insert(reviewReports).values(row);
}

/** Ends the open reports of a review. @returns those whose authors can be told. */
export async function closeReports(
  tx: Transaction,
  reviewId: string,
  decided: { outcome: "published" | "refused"; answer: string; decidedAt: Date },
): Promise<{ reportId: string; email: string }[]> {
  const closed = await tx
    .update(reviewReports)
    .set(decided)
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.decidedAt)))
    .returning({ reportId: reviewReports.id, reporterId: reviewReports.reporterId });
  const told = [];
  for (const { reportId, reporterId } of closed) {
    if (!reporterId) continue;
    const email = await findEmail(tx, reporterId);
    if (email) told.push({ reportId, email });
  }
  return told;
}

/** The e-mail of an account, which only mails may use; null once it is deleted. */
export async function findEmail(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.accountStatus, "active")));
  return row?.email ?? null;
}

/** Whether the operator has been asked about a review, and has not answered. */
export async function hasOpenReport(db: Executor, reviewId: string): Promise<boolean> {
  const open = and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.decidedAt));
  return (await db.$count(reviewReports, open)) > 0;
}

/** The words of a decided case, for the mails about it. */
export async function findDecision(db: Executor, reviewId: string) {
  const [row] = await db
    .select({
      status: reviews.status,
      bookingId: reviews.bookingId,
      refusedBecause: reviews.refusedBecause,
      professional: professionalProfiles.businessName,
    })
    .from(reviews)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(eq(reviews.id, reviewId));
  return row ?? null;
}

/** The end of a report, for the mail about it; null while it is open. */
export async function findAnswer(db: Executor, reportId: string) {
  const [row] = await db
    .select({
      outcome: reviewReports.outcome,
      answer: reviewReports.answer,
      professional: professionalProfiles.businessName,
    })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(eq(reviewReports.id, reportId));
  if (!row?.outcome || row.answer === null) return null;
  return { outcome: row.outcome, answer: row.answer, professional: row.professional };
}

/** Reviews that wait for a decision, oldest first. */
export async function listOpenCases(db: Executor): Promise<OpenCase[]> {
  const { rows } = await db.execute<{
    id: string;
    status: OpenCase["status"];
    professional: string;
    rating: number | null;
    text: string;
    reports: { isDoubt: boolean; reason: string; text: string; createdAt: string }[];
    publishedAt: string;
  }>(sql`
    select r.id, r.status, p.business_name as professional, r.rating, r.text,
      r.published_at as "publishedAt",
      coalesce((select json_agg(json_build_object('isDoubt', o.is_doubt, 'reason', o.reason,
          'text', o.text, 'createdAt', o.created_at) order by o.created_at, o.id)
        from review_reports o where o.review_id = r.id and o.decided_at is null), '[]') as reports
    from reviews r join professional_profiles p on p.id = r.professional_id
    where r.status = 'waiting'
      or exists (select from review_reports o where o.review_id = r.id and o.decided_at is null)
    order by r.published_at, r.id`);
  return rows.map(({ id, reports, publishedAt, ...row }) => ({
    ...{ reviewId: id, ...row, publishedAt: new Date(publishedAt) },
    reports: reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt) })),
  }));
}

/** A review with its sides and its reports; null when there is none. */
export async function findCase(db: Executor, reviewId: string): Promise<CaseView | null> {
  const author = alias(profiles, "author");
  const [row] = await db
    .select({
      status: reviews.status,
      rating: reviews.rating,
      text: reviews.text,
      reply: reviews.reply,
      refusedBecause: reviews.refusedBecause,
      publishedAt: reviews.publishedAt,
      offering: offerings.title,
      professionalId: reviews.professionalId,
      professional: professionalProfiles.businessName,
      authorId: reviews.authorId,
      author: sql<string>`trim(${author.firstName} || ' ' || ${author.lastName})`,
      authorEmail: author.email,
    })
    .from(reviews)
    .innerJoin(offerings, eq(offerings.id, reviews.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .innerJoin(author, eq(author.id, reviews.authorId))
    .where(eq(reviews.id, reviewId));
  if (!row) return null;
  const { authorId, ...shown } = row;
  // By the author's bookings, which have an index.
  const { rows } = await db.execute<{ others: number; refused: number }>(sql`
    select count(*)::int as others, (count(*) filter (where r.status = 'refused'))::int as refused
    from bookings b join reviews r on r.booking_id = b.id
    where b.client_id = ${authorId} and r.id <> ${reviewId}`);
  const reports = await db
    .select({
      isDoubt: reviewReports.isDoubt,
      reason: reviewReports.reason,
      text: reviewReports.text,
      createdAt: reviewReports.createdAt,
      outcome: reviewReports.outcome,
      answer: reviewReports.answer,
      reporter: profiles.email,
    })
    .from(reviewReports)
    .leftJoin(profiles, eq(profiles.id, reviewReports.reporterId))
    .where(eq(reviewReports.reviewId, reviewId))
    .orderBy(reviewReports.createdAt, reviewReports.id);
  const { others = 0, refused: othersRefused = 0 } = rows[0] ?? {};
  return { ...shown, reports, others, othersRefused };
}
