import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findPage } from "./listed/find-sessions.server.ts";
import { COUNT_LIMIT } from "./rules.ts";
import { everything } from "./typing/understand-query.server.ts";

/** Lists bookable sessions (rule: bookable), soonest first, counted up to {@link COUNT_LIMIT}. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<{ sessions: SessionCardView[]; count: number; hasMore: boolean }> {
  const target = { ...everything({ lastMinute: false, sort: "date" }), professionalId };
  const search = { target, now: ctx.now(), after: null };
  const { sessions, total } = await findPage(ctx.reads, search, { offset: 0, limit });
  return {
    sessions: sessions.map(({ card }) => card),
    count: Math.min(total, COUNT_LIMIT),
    hasMore: total > COUNT_LIMIT,
  };
}
