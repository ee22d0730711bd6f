import type { Context } from "../context.server.ts";
import { listPopular } from "../professionals/list-popular.server.ts";
import { findOffers } from "../search/find-offers.server.ts";
import { everything } from "../search/understand-query.server.ts";
import { COUNT_LIMIT, FILTER_CATEGORIES, type HomeView } from "./schema.ts";
import { countByType } from "./store.server.ts";

/** « at most 2 last-minute cards » (S1§9) */
const CARDS = 2;

/** What the home page shows of the catalogue (S1§2). */
export async function showHome(ctx: Context): Promise<HomeView> {
  const now = ctx.now();
  const target = everything({ lastMinute: true, sort: "date" });
  const [{ offers }, categories, popular] = await Promise.all([
    findOffers(ctx.db, { target, now, after: null }, { offset: 0, limit: CARDS }),
    countByType(ctx.db, FILTER_CATEGORIES, { now, most: COUNT_LIMIT + 1 }),
    listPopular(ctx),
  ]);
  return {
    lastMinute: offers.map(({ card }) => card),
    categories: categories.map(({ name, count }) => ({
      name,
      count: Math.min(count, COUNT_LIMIT),
      hasMore: count > COUNT_LIMIT,
    })),
    popular,
  };
}
