import * as addresses from "#site/addresses.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { OwnAppeal } from "./cases/schema.ts";
import { findPublished } from "./published/store.server.ts";
import type { Basis, Measure } from "./rules.ts";
import { findInForce, findOwnAppeal } from "./store.server.ts";

export interface Restriction {
  measure: Exclude<Measure, "none">;
  basis: Basis | null;
  facts: string;
  decidedAt: Date;
  dueAt: Date | null;
  /** Null once the link has expired. */
  appeal: OwnAppeal | null;
}

/** Null for somebody else's (rules: reported-content, contested-decision). */
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
