import type { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { limitByAddress } from "../../accounts/limit-logins.server.ts";
import { readLink, signLink } from "../../accounts/logins/sign-login.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { APPEAL_TIME } from "../rules.ts";
import { appealInput, appealLinkInput } from "../schema.ts";
import type { CaseDecision, OwnAppeal, ToldDecision } from "./schema.ts";
import {
  findMessageReport,
  findRefusedReview,
  findRemovedReply,
  findReviewReport,
  insertContest,
  isContested,
  readAnswered,
} from "./store.server.ts";

const FIND = {
  "review-author": findRefusedReview,
  "reply-author": findRemovedReply,
  "review-report": findReviewReport,
  "letter-author": (db: Executor, id: string) => findMessageReport(db, id, "author"),
  "letter-report": (db: Executor, id: string) => findMessageReport(db, id, "reporter"),
};
export type CaseLink = keyof typeof FIND;

export async function readCaseDecision(
  ctx: Context,
  link: CaseLink,
  id: string,
): Promise<ToldDecision | null> {
  const decision = await FIND[link](ctx.db, id);
  if (!decision) return null;
  const token = await signLink(ctx, link, id);
  const until = contestableUntil(decision);
  const contestUrl = ctx.config.appUrl + addresses.contest(token);
  return { ...decision, until, contestUrl, answers: await readAnswered(ctx.db, decision) };
}

/** Null where none holds, or it is too late. */
export async function showOwnAppeal(
  ctx: Context,
  link: CaseLink,
  id: string,
): Promise<OwnAppeal | null> {
  const decision = await FIND[link](ctx.db, id);
  if (!decision || contestableUntil(decision) <= ctx.now()) return null;
  const path = addresses.contest(await signLink(ctx, link, id));
  return { path, isAsked: await isContested(ctx.db, decision) };
}

/** Changes nothing, because programs open links too; null when the link leads nowhere. */
export async function showContestableCase(
  ctx: Context,
  input: z.input<typeof appealLinkInput>,
): Promise<(CaseDecision & { until: Date; isAsked: boolean }) | null> {
  const { token } = parseInput(appealLinkInput, input);
  const decision = await findByToken(ctx, token);
  if (!decision) return null;
  const isAsked = await isContested(ctx.db, decision);
  return { ...decision, until: contestableUntil(decision), isAsked };
}

/**
 * Once by each side, within six months (rule: contested-case).
 * @throws AppError `not_found` for a dead link, `conflict` when done before, `rate_limited` by
 * address.
 */
export async function contestCase(ctx: Context, input: z.input<typeof appealInput>): Promise<void> {
  const { token, text } = parseInput(appealInput, input);
  await limitByAddress(ctx, "content-appeal");
  const decision = await findByToken(ctx, token);
  if (!decision) throw new AppError("not_found", { message: "Ce lien n'est plus valable." });
  const contestedAt = ctx.now();
  const isFirst = await ctx.db.transaction((tx) =>
    insertContest(tx, decision, { text, contestedAt }),
  );
  if (!isFirst) {
    throw new AppError("conflict", { message: "Vous avez déjà contesté cette décision." });
  }
}

const contestableUntil = ({ decidedAt }: CaseDecision) =>
  new Date(decidedAt.getTime() + APPEAL_TIME);

async function findByToken(ctx: Context, token: string): Promise<CaseDecision | null> {
  for (const link of Object.keys(FIND) as CaseLink[]) {
    const id = await readLink(ctx, link, token);
    const decision = id ? await FIND[link](ctx.db, id) : null;
    if (decision && contestableUntil(decision) > ctx.now()) return decision;
  }
  return null;
}
