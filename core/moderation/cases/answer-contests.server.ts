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
