import type { Executor } from "#platform/postgres.server.ts";
import { COUNT_WALK, walkFor } from "./rules.ts";
import type { OfferKey, Page, Search } from "./schema.ts";
import { countFetched, countWalked, fetchOffers, isWholeWay, walkOffers } from "./store.server.ts";

/*
 * The index that is already in the order of the result is walked until the page is full. Wishes
 * that this index does not know are checked on the way. If a bounded walk does not fill the page,
 * what is looked for is rare: then all of it is fetched by its facts and sorted. Either way the
 * work does not grow with the catalogue.
 */

/** One page of what fits; `complete` says that nothing comes after it. */
export async function findOffers(
  db: Executor,
  search: Search,
  page: Page,
): Promise<{ keys: OfferKey[]; complete: boolean }> {
  const walk = walkFor(page.offset + page.limit);
  // One professional's offers are few.
  if (walk && !search.target.professionalId) {
    const keys = await walkOffers(db, search, walk, page);
    if (keys.length === page.limit) return { keys, complete: false };
    if (isWholeWay(search)) return { keys, complete: true };
  }
  const keys = await fetchOffers(db, search, page);
  return { keys, complete: keys.length < page.limit };
}

/** How many fit, exact up to COUNT_LIMIT; one more stands for « more ». */
export async function countOffers(db: Executor, search: Search): Promise<number> {
  const byDate: Search = { ...search, target: { ...search.target, sort: "date" } };
  if (!search.target.professionalId) {
    const count = await countWalked(db, byDate, COUNT_WALK);
    if (count === COUNT_WALK.needed || isWholeWay(byDate)) return count;
  }
  return countFetched(db, byDate, COUNT_WALK.needed);
}
