import type { Context } from "../context.server.ts";
import { findPublished } from "./published/store.server.ts";
import type { Basis, Measure } from "./rules.ts";
import { findInForce } from "./store.server.ts";

/** The demand of an operator about an offering, as its owner reads it beside it. */
export interface Restriction {
  measure: Exclude<Measure, "none">;
  basis: Basis | null;
  facts: string;
  decidedAt: Date;
  dueAt: Date | null;
}

/**
 * The decision in force about an offering that the caller has been shown already as its owner
 * (rule: reported-content); null without any.
 */
export async function showRestriction(
  { db }: Pick<Context, "db">,
  offeringId: string,
): Promise<Restriction | null> {
  const content = await findPublished(db, offeringId);
  const decision = content && (await findInForce(db, content));
  if (!decision || decision.measure === "none") return null;
  const { measure, basis, facts, decidedAt, dueAt } = decision;
  return { measure, basis, facts, decidedAt, dueAt };
}
