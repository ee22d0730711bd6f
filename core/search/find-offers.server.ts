import type { Executor } from "#platform/postgres.server.ts";
import { COUNTED, COUNTING, LONG_BUDGET, lengthFor } from "./rules.ts";
import type { OfferKey, Page, Search } from "./schema.ts";
import { countOnWalk, fetchAll, isWholeWay, walkOffers } from "./store.server.ts";

/*
 * How a page is found, in a catalogue of any size. The index that is already in the order of the
 * result is walked until the page is full; wishes that it does not know are checked on the way. If
 * a short walk does not fill the page, all that fits is fetched by its facts and sorted, unless that
 * turns out to be many: then it is frequent enough for a longer walk.
 */

/** One page of what fits; `total` is how many fit in all, when that came out by the way. */
export async function findOffers(
  db: Executor,
  search: Search,
  page: Page,
): Promise<{ keys: OfferKey[]; total: number | null }> {
  const { needed, budget, rare } = lengthFor(page.offset + page.limit);
  const isFew = search.target.professionalId !== null;
  if (!isFew) {
    const keys = await walkOffers(db, search, { needed, budget }, page);
    if (keys.length === page.limit) return { keys, total: null };
    if (isWholeWay(search)) return { keys, total: totalAt(search, page, keys.length) };
  }
  const fetched = await fetchAll(db, search, page, rare);
  if (fetched.isAll) return { keys: fetched.keys, total: fetched.count };
  if (!isFew) {
    const keys = await walkOffers(db, search, { needed, budget: LONG_BUDGET }, page);
    if (keys.length === page.limit) return { keys, total: null };
  }
  const { keys, count } = await fetchAll(db, search, page, null);
  return { keys, total: count };
}

/** The last page of a list tells its length. */
function totalAt({ after }: Search, { offset }: Page, found: number): number | null {
  return after === null && (found > 0 || offset === 0) ? offset + found : null;
}

/** How many fit, exact up to COUNT_LIMIT; one more stands for « more ». */
export async function countOffers(db: Executor, search: Search): Promise<number> {
  const byDate: Search = { ...search, target: { ...search.target, sort: "date" } };
  if (!search.target.professionalId) {
    const count = await countOnWalk(db, byDate, COUNTING);
    if (count === COUNTED || isWholeWay(byDate)) return count;
  }
  const none = { offset: 0, limit: 0 };
  const few = await fetchAll(db, byDate, none, COUNTING.rare);
  const { count } =
    few.isAll || few.count >= COUNTED ? few : await fetchAll(db, byDate, none, null);
  return Math.min(count, COUNTED);
}
