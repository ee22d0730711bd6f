import type { z } from "zod";
import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { limitByAddress } from "../accounts/limit-logins.server.ts";
import { readLink, signLink } from "../accounts/logins/sign-login.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { whoAnswers } from "../operators/acts/another-decides.server.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { listBookedAhead } from "./clients/store.server.ts";
import { contestableUntil, isWaiting } from "./rules.ts";
import {
  type AccountDecision,
  contestInput,
  linkInput,
  type OwnDecision,
  ownerInput,
} from "./schema.ts";
import {
  closeDecisions,
  deleteDecisions,
  findDecision,
  findPerson,
  listDecisions,
  listInForce,
  listOpenContests,
  writeContest,
} from "./store.server.ts";

export function toOwnDecision(decision: AccountDecision): OwnDecision {
  const { measure, basis, facts, source, urgency, decidedAt, effectiveAt, answer } = decision;
  return {
    ...{ measure, basis, facts, source, urgency, decidedAt, effectiveAt, answer },
    until: contestableUntil(decidedAt),
    isContested: decision.contestedAt !== null,
    isLifted: decision.endedAt !== null,
    isRefusal: decision.termsChangeId !== null,
  };
}

/** Changes nothing, because programs open links too; null when the link is unknown or too old. */
export async function showContestableDecision(
  ctx: Context,
  input: z.input<typeof linkInput>,
): Promise<OwnDecision | null> {
  const { token } = parseInput(linkInput, input);
  const decision = await findByToken(ctx, token);
  return decision && toOwnDecision(decision);
}

/**
 * Once, within six months (rule: account-decision).
 * @throws AppError `not_found` for a dead link, `conflict` when done before, `rate_limited` by
 * address.
 */
export async function contestAccountDecision(ctx: Context, input: z.input<typeof contestInput>) {
  const { token, text } = parseInput(contestInput, input);
  await limitByAddress(ctx, "account-contest");
  const decision = await findByToken(ctx, token);
  if (!decision) throw new AppError("not_found", { message: "Ce lien n'est plus valable." });
  const isFirst =
    decision.termsChangeId === null &&
    (await ctx.db.transaction((tx) =>
      writeContest(tx, decision.id, { contest: text, contestedAt: ctx.now() }),
    ));
  if (!isFirst) {
    throw new AppError("conflict", {
      message: "Vous avez déjà contesté cette décision, ou elle ne s'applique plus.",
    });
  }
}

export async function listAccountContests(ctx: Context) {
  requireOperator(ctx);
  return listOpenContests(ctx.db);
}

async function findByToken(ctx: Context, token: string): Promise<AccountDecision | null> {
  const id = await readLink(ctx, "account-decision", token);
  const decision = id ? await findDecision(ctx.db, id) : null;
  return decision && contestableUntil(decision.decidedAt) > ctx.now() ? decision : null;
}

/** Includes the secret of the link that contests it. */
export interface OwnNotice extends OwnDecision {
  token: string;
}

/** A suspended account cannot log in, and is told at the login (rule: ending-notice). */
export async function showOwnNotice(ctx: Context): Promise<OwnNotice | null> {
  const { userId } = requireActor(ctx);
  const notice = (await listInForce(ctx.db, userId)).find((one) => one.carriedOutAt === null);
  if (!notice) return null;
  return { ...toOwnDecision(notice), token: await signLink(ctx, "account-decision", notice.id) };
}

export async function listAccountDecisions(ctx: Context, userId: string) {
  requireOperator(ctx);
  const now = ctx.now();
  const upcoming = await listBookedAhead(ctx.db, { userId, effectiveAt: now }, now);
  const decisions = await listDecisions(ctx.db, userId);
  const decidedAts = decisions
    .filter((one) => one.endedAt === null && isWaiting(one))
    .map(({ decidedAt }) => decidedAt);
  const answering = await whoAnswers(ctx, ctx.db, { kind: "account", id: userId, decidedAts });
  return { decisions, upcoming: upcoming.length, answering };
}

/**
 * Notes a look into somebody's data (rule: chained-acts).
 * @throws AppError `not_found` for nobody.
 */
export async function showAccountDecisions(ctx: Context, input: z.input<typeof ownerInput>) {
  requireOperator(ctx);
  const person = await findPerson(ctx.db, parseInput(ownerInput, input));
  if (!person) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  await recordReading(ctx, { kind: "account", id: person.userId });
  return listAccountDecisions(ctx, person.userId);
}

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeDecisions({ db }: Pick<Context, "db">, before: Date): Promise<boolean> {
  return inBatches(() => deleteDecisions(db, before));
}

/** Lets their time run, and forgets the reasons (rules: account-deletion, retention). */
export function endDecisionsOf(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return closeDecisions(tx, userId, ctx.now());
}
