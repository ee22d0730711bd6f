import type { z } from "zod";
import { limitByAddress } from "../accounts/limit-logins.server.ts";
import { readLink } from "../accounts/logins/sign-login.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { contestableUntil } from "./rules.ts";
import { type AccountDecision, contestInput, linkInput, type OwnDecision } from "./schema.ts";
import { findDecision, listOpenContests, writeContest } from "./store.server.ts";

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
export async function contestAccountDecision(
  ctx: Context,
  input: z.input<typeof contestInput>,
): Promise<void> {
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
