import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findOffers } from "../search/find-offers.server.ts";
import { everything } from "../search/understand-query.server.ts";

/** What can be booked of one professional (R18), the soonest first, and how much there is in all. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<{ sessions: SessionCardView[]; count: number }> {
  const target = { ...everything({ lastMinute: false, sort: "date" }), professionalId };
  const search = { target, now: ctx.now(), after: null };
  const { offers, total } = await findOffers(ctx.db, search, { offset: 0, limit });
  return { sessions: offers.map(({ card }) => card), count: total ?? offers.length };
}
