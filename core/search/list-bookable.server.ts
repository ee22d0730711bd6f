import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { countOffers, findOffers } from "./results/find-offers.server.ts";
import { COUNT_LIMIT } from "./rules.ts";
import type { Search } from "./schema.ts";
import { everything } from "./typing/understand-query.server.ts";

/** The bookable sessions of one professional (rule: bookable), the soonest first. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<SessionCardView[]> {
  const { offers } = await findOffers(ctx.db, offersOf(ctx, professionalId), { offset: 0, limit });
  return offers.map(({ card }) => card);
}

/** Their number, exact up to {@link COUNT_LIMIT}. */
export async function countBookable(
  ctx: Context,
  professionalId: string,
): Promise<{ count: number; hasMore: boolean }> {
  const count = await countOffers(ctx.db, offersOf(ctx, professionalId));
  return { count: Math.min(count, COUNT_LIMIT), hasMore: count > COUNT_LIMIT };
}

function offersOf(ctx: Context, professionalId: string): Search {
  const target = { ...everything({ lastMinute: false, sort: "date" }), professionalId };
  return { target, now: ctx.now(), after: null };
}
