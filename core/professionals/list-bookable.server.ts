import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { countOffers, findOffers } from "../search/find-offers.server.ts";
import type { Search } from "../search/schema.ts";
import { everything } from "../search/understand-query.server.ts";

/** What can be booked of one professional (R18), the soonest first. */
export async function listBookable(
  ctx: Context,
  { professionalId, limit }: { professionalId: string; limit: number },
): Promise<SessionCardView[]> {
  const { offers } = await findOffers(ctx.db, offersOf(ctx, professionalId), { offset: 0, limit });
  return offers.map(({ card }) => card);
}

/** How many there are of them, 1 001 for more than a thousand. */
export function countBookable(ctx: Context, professionalId: string): Promise<number> {
  return countOffers(ctx.db, offersOf(ctx, professionalId));
}

function offersOf(ctx: Context, professionalId: string): Search {
  const target = { ...everything({ lastMinute: false, sort: "date" }), professionalId };
  return { target, now: ctx.now(), after: null };
}
