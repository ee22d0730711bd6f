import type { Context } from "../context.server.ts";
import { listPopular } from "../professionals/directory/show-directory.server.ts";
import { findSessions } from "./listed/find-listed.server.ts";
import { planSoonest } from "./listed/rules.ts";
import { COUNT_LIMIT, MAX_COUNTED } from "./rules.ts";
import type { HomeView } from "./schema.ts";
import { countByCategory, countOffers, readLargestReduction } from "./store.server.ts";

const CARDS = 2;

/** Isolates failures of parts (rule: keep-the-page). */
export function showHome(ctx: Context): {
  [Part in keyof HomeView]: () => Promise<HomeView[Part]>;
} {
  return {
    lastMinute: () => listLastMinute(ctx),
    categories: () => countCategories(ctx),
    popular: () => listPopular(ctx),
    figures: () => countOffers(ctx.reads, { now: ctx.now(), most: MAX_COUNTED }),
    largestReduction: () => readLargestReduction(ctx.reads, ctx.now()),
  };
}

async function listLastMinute(ctx: Context): Promise<HomeView["lastMinute"]> {
  const plan = planSoonest(ctx.now(), { filter: "last-minute" });
  const sessions = await findSessions(ctx.reads, plan, CARDS);
  return sessions.map(({ card }) => card);
}

async function countCategories(ctx: Context): Promise<HomeView["categories"]> {
  const limits = { now: ctx.now(), most: COUNT_LIMIT + 1 };
  const counted = await countByCategory(ctx.reads, limits);
  return counted.map(({ count, ...category }) => ({
    ...category,
    count: Math.min(count, COUNT_LIMIT),
    hasMore: count > COUNT_LIMIT,
  }));
}
