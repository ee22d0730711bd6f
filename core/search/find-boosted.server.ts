import type { Context } from "../context.server.ts";
import { pickBoosted } from "../promotion/pick-boosted.server.ts";
import { LEAST_RESULTS } from "../promotion/rules.ts";
import { type FoundSession, findSessions } from "./listed/find-listed.server.ts";
import type { SearchPlan } from "./listed/schema.ts";
import { PAGE_SIZE } from "./rules.ts";
import type { OfferQuery } from "./schema.ts";

/** Limits boosts to long lists in the default order, of no single professional (rule: boost). */
export function hasBoosts({ isByRelevance, professionalId }: SearchPlan, total: number): boolean {
  return isByRelevance && professionalId === null && total >= LEAST_RESULTS;
}

export function findBoosted(
  ctx: Context,
  { q, category }: Pick<OfferQuery, "q" | "category">,
  plan: SearchPlan,
): Promise<(FoundSession & { id: string })[]> {
  const { kind, cities } = plan;
  return pickBoosted(ctx, { kind, q, category, cities }, async (professionalId) => {
    const sessions = await findSessions(ctx.reads, { ...plan, professionalId }, PAGE_SIZE);
    return sessions.map((found) => ({ ...found, id: found.card.id }));
  });
}
