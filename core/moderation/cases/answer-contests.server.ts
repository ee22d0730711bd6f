import { type SQL, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { requireAnother, whoAnswers } from "../../operators/acts/another-decides.server.ts";
import type { Answering } from "../../operators/acts/rules.ts";
import type { CaseSubject, Contest, Contester } from "./schema.ts";
import { readContests, writeAnswers } from "./store.server.ts";

export function listContests(db: Executor, subject: CaseSubject): Promise<Contest[]> {
  return readContests(db, subject);
}

/** Whether the operator may answer whatever waits (rule: another-decides). */
export function whoAnswersCase(
  ctx: Context,
  subject: CaseSubject,
  contests: readonly Contest[],
): Promise<Answering> {
  const decidedAts = contests.filter(({ isOpen }) => isOpen).map(({ decidedAt }) => decidedAt);
  return whoAnswers(ctx, ctx.db, { ...objectOf(subject), decidedAts });
}

/**
 * Part of another decision; answers who contested, and the act's value (rule: contested-case).
 * @throws AppError `forbidden` for who took the contested decision and is not alone.
 */
export async function answerContests(
  ctx: Context,
  tx: Transaction,
  subject: CaseSubject,
  answeredAt: Date,
): Promise<{ contested: Contester[]; noted: { nobodyElse?: true } }> {
  const answered = await writeAnswers(tx, subject, answeredAt);
  const decidedAts = answered.map(({ decidedAt }) => decidedAt);
  const noted = await requireAnother(ctx, tx, { ...objectOf(subject), decidedAts });
  return { contested: answered, noted };
}

const objectOf = (subject: CaseSubject) =>
  "reviewId" in subject
    ? ({ kind: "review", id: subject.reviewId } as const)
    : ({ kind: "letter", id: subject.letterId } as const);

/** The condition that this account's owner has written a row `t`. */
export const contestedBy = (userId: string): SQL => sql`(
  t.report_id in (select r.id from review_reports r where r.reporter_id = ${userId}
    union all select r.id from letter_reports r where r.reporter_id = ${userId})
  or (t.report_id is null and (
    (not t.is_reply and t.review_id in (select r.id from reviews r where r.author_id = ${userId}))
    or (t.is_reply and t.review_id in (select r.id from reviews r
      join professional_profiles p on p.id = r.professional_id where p.user_id = ${userId}))
    or t.letter_id in (select l.id from letters l join bookings b on b.id = l.booking_id
      where (l.by = 'client' and b.client_id = ${userId})
        or (l.by = 'professional' and b.professional_id in (
          select p.id from professional_profiles p where p.user_id = ${userId}))))))`;
