import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findPage, findSessions } from "./listed/find-listed.server.ts";
import { planOf, planSoonest } from "./listed/rules.ts";
import { COUNT_LIMIT, DEFAULT_SORT } from "./rules.ts";
import { NOTHING_TYPED } from "./schema.ts";
import { kilometresTo } from "./typing/schema.ts";
import { understandTyped } from "./typing/understand-query.server.ts";

/** Lists bookable sessions (rule: bookable), soonest first, counted up to {@link COUNT_LIMIT}. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<{ sessions: SessionCardView[]; count: number; hasMore: boolean }> {
  const plan = planSoonest(ctx.now(), { professional: professionalId });
  const { sessions, total } = await findPage(ctx.reads, plan, { offset: 0, limit });
  return {
    sessions: sessions.map(({ card }) => card),
    count: Math.min(total, COUNT_LIMIT),
    hasMore: total > COUNT_LIMIT,
  };
}

interface NearSession {
  card: SessionCardView;
  distance: number | null;
}

export async function listNear(
  ctx: Context,
  { place, radius, limit }: { place: string; radius: number; limit: number },
): Promise<NearSession[]> {
  const understood = await understandTyped(ctx, {
    ...NOTHING_TYPED,
    kind: "session",
    place,
    radius,
  });
  const plan = planOf(understood, { sort: DEFAULT_SORT }, ctx.now());
  if (!plan) return [];
  const found = await findSessions(ctx.reads, plan, limit);
  return found.map(({ key: { cell }, card: { point = null, ...card } }) => ({
    ...{ card, distance: kilometresTo({ cell, point }, plan.around) },
  }));
}
