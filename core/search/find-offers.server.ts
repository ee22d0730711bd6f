import type { Executor } from "#platform/postgres.server.ts";
import { PRICE_BANDS } from "../catalogue/schema.ts";
import { COUNTED, COVERED, LIMITS, lengthFor } from "./rules.ts";
import type { FoundOffer, Limits, Page, Search } from "./schema.ts";
import { countOnWalk, fetchOffers, hasRarerFacts, isCovered, walkOffers } from "./store.server.ts";

/*
 * How a page is found, in a catalogue of any size. The index that is already in the order of the
 * result is walked until the page is full; wishes that it does not know are checked on the way. If
 * a walk within the budget does not fill the page, all that fits is fetched by its facts and sorted,
 * unless that turns out to be many: then it is frequent enough for a longer walk.
 */

interface Found {
  offers: FoundOffer[];
  /** Where the page begins: past the end of a list that was fetched whole, at its last page. */
  offset: number;
  /** How many fit in all, when that came out by the way; exact up to COUNT_LIMIT. */
  total: number | null;
}

/** One page of what fits. */
export async function findOffers(
  db: Executor,
  search: Search,
  page: Page,
  limits: Limits = LIMITS,
): Promise<Found> {
  const length = lengthFor(page.offset + page.limit, limits);
  const walk = async (budget: number): Promise<Found | null> => {
    const { offers, isRight } = await walkOffers(db, search, { ...length, budget }, page);
    if (!isRight) return null;
    const isFull = offers.length === page.limit;
    const total = isFull ? null : totalAt(search, page, offers.length);
    return { offers, offset: page.offset, total };
  };
  // One professional's offers are few: they are all fetched.
  if (search.target.professionalId === null) {
    const near = await walk(length.budget);
    if (near) return near;
    const first = await fetchFirstBand(db, search, page, length.rare);
    if (first?.isAll) return first;
    const most = isCovered(search) ? length.rare * COVERED : length.rare;
    const rare = !first && hasRarerFacts(search) ? await fetch(db, search, page, most) : null;
    if (rare?.isAll) return rare;
    const further = await walk(limits.farBudget);
    // So many that do fit were among those that were fetched in vain.
    const total = rare && rare.total >= COUNTED ? COUNTED : null;
    if (further) return { ...further, total: further.total ?? total };
  }
  return fetch(db, search, page, null);
}

async function fetch(db: Executor, search: Search, page: Page, most: number | null) {
  const { count: total, ...found } = await fetchOffers(db, search, page, most);
  return { ...found, total };
}

/**
 * By price the cheapest (or dearest) band comes first and whole, and may fill the page alone.
 *
 * @returns null when it does not; not `isAll` when it is too frequent to be fetched.
 */
async function fetchFirstBand(db: Executor, search: Search, page: Page, most: number) {
  const { target, after } = search;
  const band = target.sort === "price_asc" ? PRICE_BANDS[0] : PRICE_BANDS.at(-1);
  if (!band || !isByPrice(search) || target.price || after) return null;
  if (!hasRarerFacts(search) || isCovered(search)) return null;
  const found = await fetch(db, { ...search, target: { ...target, price: band } }, page, most);
  if (found.isAll && found.total < page.offset + page.limit) return null;
  return { ...found, total: found.total >= COUNTED ? COUNTED : null };
}

const isByPrice = ({ target: { sort } }: Search) => sort === "price_asc" || sort === "price_desc";

/** The last page of a list tells its length. */
function totalAt({ after }: Search, { offset }: Page, found: number): number | null {
  return after === null && (found > 0 || offset === 0) ? offset + found : null;
}

/** How many fit, exact up to COUNT_LIMIT; one more stands for « more ». */
export async function countOffers(
  db: Executor,
  search: Search,
  { counting, farBudget }: Limits = LIMITS,
): Promise<number> {
  const byDate: Search = { ...search, target: { ...search.target, sort: "date" } };
  const none = { offset: 0, limit: 0 };
  if (search.target.professionalId === null) {
    const near = await countOnWalk(db, byDate, counting);
    if (near.isAll || near.count === COUNTED) return near.count;
    if (hasRarerFacts(byDate)) {
      const rare = await fetchOffers(db, byDate, none, counting.rare);
      if (rare.isAll || rare.count >= COUNTED) return Math.min(rare.count, COUNTED);
    }
    const far = await countOnWalk(db, byDate, { ...counting, budget: farBudget });
    if (far.isAll || far.count === COUNTED) return far.count;
  }
  const { count } = await fetchOffers(db, byDate, none, null);
  return Math.min(count, COUNTED);
}
