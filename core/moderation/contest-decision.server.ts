import type { z } from "zod";
import { limitByAddress } from "../accounts/limit-logins.server.ts";
import { readLink } from "../accounts/logins/sign-login.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { findContent } from "./published/store.server.ts";
import { appealInput, appealLinkInput, type ContestableDecision } from "./schema.ts";
import { findAppeal, findDecision, readOrigin, writeAppeal } from "./store.server.ts";

/** Changes nothing, because programs open links too; null when the link leads nowhere. */
export async function showContestable(
  ctx: Context,
  input: z.input<typeof appealLinkInput>,
): Promise<ContestableDecision | null> {
  const { token } = parseInput(appealLinkInput, input);
  const appeal = await findByToken(ctx, token);
  const decision = appeal && (await findDecision(ctx.db, appeal.decisionId));
  const content =
    decision && (await findContent(ctx.db, decision.offeringId ?? decision.professionalId));
  if (!appeal || !decision || !content) return null;
  const { measure, basis, facts, decidedAt } = decision;
  return {
    ...{ title: content.title, measure, basis, facts, decidedAt, until: appeal.expiresAt },
    origin: await readOrigin(ctx.db, decision),
    side: appeal.reportId ? "reporter" : "professional",
    isAsked: appeal.askedAt !== null,
  };
}

/**
 * Once by each link, or again once corrected (rule: contested-decision).
 * @throws AppError `not_found` for a dead link, `conflict` for a used one, `rate_limited` by
 * address.
 */
export async function contestDecision(
  ctx: Context,
  input: z.input<typeof appealInput>,
): Promise<void> {
  const { token, text } = parseInput(appealInput, input);
  await limitByAddress(ctx, "content-appeal");
  const appeal = await findByToken(ctx, token);
  if (!appeal) throw new AppError("not_found", { message: "Ce lien n'est plus valable." });
  const isFirst = await ctx.db.transaction((tx) =>
    writeAppeal(tx, appeal.id, { text, askedAt: ctx.now() }),
  );
  if (!isFirst) {
    throw new AppError("conflict", { message: "Vous avez déjà contesté cette décision." });
  }
}

async function findByToken(ctx: Context, token: string) {
  const id = await readLink(ctx, "content-appeal", token);
  return id ? findAppeal(ctx.db, id, ctx.now()) : null;
}
