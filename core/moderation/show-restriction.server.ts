import * as addresses from "#site/addresses.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { OwnAppeal } from "./cases/schema.ts";
import { findPublished } from "./published/store.server.ts";
import type { Basis, Measure } from "./rules.ts";
import { findInForce, findOwnAppeal } from "./store.server.ts";

/** The demand of an operator about an offering, as its owner reads it beside it. */
export interface Restriction {
  measure: Exclude<Measure, "none">;
  basis: Basis | null;
  facts: string;
  decidedAt: Date;
  dueAt: Date | null;
  /** Where it is contested, as by the link of its mail; null once that has expired. */
  appeal: OwnAppeal | null;
}

/**
 * The decision in force about an offering or a page of the caller's own (rule: reported-content), and
 * where to contest it (rule: contested-decision); null without any, and for what is somebody else's.
 *
 * @throws AppError `unauthenticated`
 */
export async function showRestriction(
  ctx: Context,
  contentId: string,
): Promise<Restriction | null> {
  const { userId } = requireActor(ctx);
  const content = await findPublished(ctx.db, contentId);
  if (content?.userId !== userId) return null;
  const decision = await findInForce(ctx.db, content);
  if (!decision || decision.measure === "none") return null;
  const { measure, basis, facts, decidedAt, dueAt } = decision;
  const own = await findOwnAppeal(ctx.db, decision.id, ctx.now());
  const appeal = own && {
    path: addresses.contest(await signLink(ctx, "content-appeal", own.id)),
    isAsked: own.askedAt !== null,
  };
  return { measure, basis, facts, decidedAt, dueAt, appeal };
}
