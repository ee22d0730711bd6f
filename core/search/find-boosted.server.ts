import type { Context } from "../context.server.ts";
import { pickBoosted } from "../promotion/pick-boosted.server.ts";
import { LEAST_RESULTS } from "../promotion/rules.ts";
import type { FoundSession } from "./listed/find-listed.server.ts";
import { readCards } from "./listed/read-results.server.ts";
import type { SearchPlan } from "./listed/schema.ts";
import { fetchListed } from "./listed/walk-listed.server.ts";

/** Limits boosts to long lists in the default order, of no single professional (rule: boost). */
export function hasBoosts({ isByRelevance, professionalId }: SearchPlan, total: number): boolean {
  return isByRelevance && professionalId === null && total >= LEAST_RESULTS;
}

export async function findBoosted(
  ctx: Context,
  plan: SearchPlan,
): Promise<(FoundSession & { id: string })[]> {
  const list = [...plan.marks, ...(plan.cities ?? [])].join(" ");
  const picked = await pickBoosted(ctx, plan.kind, list, async (offeringIds) => {
    const needed = offeringIds.length;
    const keys = await fetchListed(ctx.reads, plan, { facts: [], needed, offeringIds });
    return (keys ?? []).toSorted((one, other) => (BigInt(one.no) < BigInt(other.no) ? -1 : 1));
  });
  const found = await readCards(ctx.reads, picked, ctx.now());
  return found.map((session) => ({ ...session, id: session.card.id }));
}
