import type { Context } from "../context.server.ts";
import { pickBoosted } from "../promotion/pick-boosted.server.ts";
import { LEAST_RESULTS } from "../promotion/rules.ts";
import { findSessions } from "./listed/find-sessions.server.ts";
import { DEFAULT_SORT, PAGE_SIZE } from "./rules.ts";
import type { FoundSession, OfferQuery, Target } from "./schema.ts";

/** Limits boosts to long lists in the default order, of no single professional (rule: boost). */
export function hasBoosts({ sort, professionalId, around }: Target, total: number): boolean {
  return sort === DEFAULT_SORT && !around && professionalId === null && total >= LEAST_RESULTS;
}

export function findBoosted(
  ctx: Context,
  { q, category }: Pick<OfferQuery, "q" | "category">,
  target: Target,
): Promise<(FoundSession & { id: string })[]> {
  return pickBoosted(
    ctx,
    { kind: target.kind, q, category, cities: target.cities },
    async (professionalId) => {
      const search = { target: { ...target, professionalId }, now: ctx.now(), after: null };
      const sessions = await findSessions(ctx.reads, search, PAGE_SIZE);
      return sessions.map((found) => ({ ...found, id: found.card.id }));
    },
  );
}
