import { and, asc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  bookingMessages,
  bookings,
  caseContests,
  messageReports,
  professionalProfiles,
  reviewReports,
  reviews,
} from "../../tables.server.ts";
import { type Origin, originOf } from "../rules.ts";
import type {
  CaseDecision,
  CaseOutcome,
  CaseSide,
  CaseSubject,
  Contest,
  Contester,
} from "./schema.ts";

export async function findRefusedReview(db: Executor, id: string): Promise<CaseDecision | null> {
  const [row] = await db
    .select({
      professional: professionalProfiles.businessName,
      basis: reviews.refusedBasis,
      facts: reviews.refusedBecause,
      decidedAt: reviews.refusedAt,
    })
    .from(reviews)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(and(eq(reviews.id, id), eq(reviews.status, "refused")));
  const subject = { reviewId: id, letterId: null, reportId: null };
  const origin = await readOrigin(db, id, row?.decidedAt);
  return toDecision({ side: "author", ...subject, outcome: "refused", origin, row });
}

export async function findRemovedReply(db: Executor, id: string): Promise<CaseDecision | null> {
  const [row] = await db
    .select({
      professional: professionalProfiles.businessName,
      basis: reviews.replyRemovedBasis,
      facts: reviews.replyRemovedBecause,
      decidedAt: reviews.replyRemovedAt,
    })
    .from(reviews)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(eq(reviews.id, id));
  const subject = { reviewId: id, letterId: null, reportId: null };
  const origin = await readOrigin(db, id, row?.decidedAt);
  return toDecision({ side: "replier", ...subject, outcome: "reply_removed", origin, row });
}

export async function findReviewReport(db: Executor, id: string): Promise<CaseDecision | null> {
  const [row] = await db
    .select({
      reviewId: reviewReports.reviewId,
      professional: professionalProfiles.businessName,
      outcome: reviewReports.outcome,
      basis: reviewReports.basis,
      facts: reviewReports.answer,
      decidedAt: reviewReports.decidedAt,
    })
    .from(reviewReports)
    .innerJoin(reviews, eq(reviews.id, reviewReports.reviewId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, reviews.professionalId))
    .where(eq(reviewReports.id, id));
  const { reviewId = null, outcome = null } = row ?? {};
  const subject = { reviewId, letterId: null, reportId: id };
  const origin = await readOrigin(db, reviewId, row?.decidedAt);
  return toDecision({ side: "reporter", ...subject, outcome, origin, row });
}

/** Null while the report waits; for the author only where the message was taken away. */
export async function findMessageReport(
  db: Executor,
  id: string,
  side: CaseDecision["side"],
): Promise<CaseDecision | null> {
  const [row] = await db
    .select({
      letterId: messageReports.letterId,
      professional: professionalProfiles.businessName,
      outcome: messageReports.outcome,
      basis: messageReports.basis,
      facts: messageReports.answer,
      decidedAt: messageReports.decidedAt,
    })
    .from(messageReports)
    .innerJoin(bookingMessages, eq(bookingMessages.id, messageReports.letterId))
    .innerJoin(bookings, eq(bookings.id, bookingMessages.bookingId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .where(eq(messageReports.id, id));
  const { letterId = null, outcome = null } = row ?? {};
  if (side === "author" && outcome !== "removed") return null;
  const reportId = side === "reporter" ? id : null;
  return toDecision({ side, reviewId: null, letterId, reportId, outcome, origin: TOLD, row });
}

/** Nobody looks into messages of which nobody has complained. */
const TOLD: Origin = { isReported: true, isFiltered: false };

async function readOrigin(
  db: Executor,
  reviewId: string | null,
  decidedAt: Date | null | undefined,
): Promise<Origin> {
  if (!reviewId || !decidedAt) return TOLD;
  const isAnswered = sql<boolean>`coalesce(${reviewReports.decidedAt} = ${decidedAt}, false)`;
  const rows = await db
    .select({ isFilter: reviewReports.isFilter, isAnswered })
    .from(reviewReports)
    .where(and(eq(reviewReports.reviewId, reviewId), lte(reviewReports.createdAt, decidedAt)));
  return originOf(rows);
}

function toDecision({
  outcome,
  row,
  ...subject
}: Pick<CaseDecision, "side" | "reviewId" | "letterId" | "reportId" | "origin"> & {
  outcome: CaseOutcome | null;
  row:
    | (Pick<CaseDecision, "professional" | "basis"> & {
        facts: string | null;
        decidedAt: Date | null;
      })
    | undefined;
}): CaseDecision | null {
  if (!row || !outcome || row.facts === null || !row.decidedAt) return null;
  const { professional, basis, facts, decidedAt } = row;
  return { ...subject, outcome, professional, basis, facts, decidedAt };
}

export async function isContested(db: Executor, decision: CaseDecision): Promise<boolean> {
  const { side, reviewId, letterId, reportId, decidedAt } = decision;
  const subject = reviewId ? { reviewId } : { letterId: String(letterId) };
  const ofReport = reportId ? eq(caseContests.reportId, reportId) : isNull(caseContests.reportId);
  const ofSide = and(ofReport, eq(caseContests.isReply, side === "replier"));
  const these = and(about(subject), ofSide, eq(caseContests.decidedAt, decidedAt));
  return (await db.$count(caseContests, these)) > 0;
}

export async function insertContest(
  tx: Transaction,
  { side, reviewId, letterId, reportId, decidedAt }: CaseDecision,
  { text, contestedAt }: { text: string; contestedAt: Date },
): Promise<boolean> {
  const by = { reportId, isReply: side === "replier" };
  const row = { id: newId(), reviewId, letterId, ...by, decidedAt, text, contestedAt };
  const { rowCount } = await tx.insert(caseContests).values(row).onConflictDoNothing();
  return rowCount === 1;
}

const about = (subject: CaseSubject): SQL =>
  "reviewId" in subject
    ? eq(caseContests.reviewId, subject.reviewId)
    : eq(caseContests.letterId, subject.letterId);

export async function readAnswered(
  db: Executor,
  { reviewId, letterId, decidedAt }: CaseDecision,
): Promise<CaseSide[]> {
  const { reportId, isReply, answeredAt } = caseContests;
  const subject = reviewId ? { reviewId } : { letterId: String(letterId) };
  const rows = await db
    .select({ reportId, isReply })
    .from(caseContests)
    .where(and(about(subject), eq(answeredAt, decidedAt)));
  return rows.map(sideOf);
}

export async function readContests(db: Executor, subject: CaseSubject): Promise<Contest[]> {
  const rows = await db
    .select()
    .from(caseContests)
    .where(about(subject))
    .orderBy(asc(caseContests.contestedAt));
  return rows.map((row) => ({
    ...{ by: sideOf(row), text: row.text, decidedAt: row.decidedAt, contestedAt: row.contestedAt },
    isOpen: row.answeredAt === null,
  }));
}

function sideOf(row: { reportId: string | null; isReply: boolean }): CaseSide {
  if (row.reportId) return "reporter";
  return row.isReply ? "replier" : "author";
}

export async function writeAnswers(
  tx: Transaction,
  subject: CaseSubject,
  answeredAt: Date,
): Promise<(Contester & { decidedAt: Date })[]> {
  const { reportId, isReply, decidedAt } = caseContests;
  const rows = await tx
    .update(caseContests)
    .set({ answeredAt })
    .where(and(about(subject), isNull(caseContests.answeredAt)))
    .returning({ reportId, isReply, decidedAt });
  return rows.map((row) => ({
    by: sideOf(row),
    reportId: row.reportId,
    decidedAt: row.decidedAt,
  }));
}
