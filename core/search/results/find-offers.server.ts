import type { Executor } from "#platform/postgres.server.ts";
import { PRICE_BANDS } from "../../offers/rules.ts";
import { bandOf, COUNTED, LIMITS, type Limits, lengthFor } from "../rules.ts";
import type { FoundOffer, Page, Search, Target } from "../schema.ts";
import {
  hasManyFacts,
  hasRarerFacts,
  hasWay,
  isIndexOnly,
  isOneFact,
} from "./choose-way.server.ts";
import { countFitting, countOnWalk, fetchOffers, walkOffers } from "./store.server.ts";

/*
 * The ways in which a page is found, in a catalogue of any size. The index that is already in the
 * order of the result is walked until the page is full; conditions that it does not know are
 * checked on the way. A walk within its budget that does not fill the page has shown how rare they
 * are: either a longer one will, or all that fits is fetched by its facts and sorted. A search with
 * many conditions that wants a count is answered from the facts at once.
 */

interface Found {
  offers: FoundOffer[];
  /** The start of the page: beyond the end of a list that was fetched whole, its last page. */
  offset: number;
  /** The number of matches, when it came out by the way; exact up to COUNT_LIMIT. */
  total: number | null;
}

/**
 * One page of the matches, and their number: exact up to COUNT_LIMIT, one more stands for « more ».
 */
export async function findCounted(
  db: Executor,
  search: Search,
  page: Page,
  limits: Limits = LIMITS,
): Promise<Found & { total: number }> {
  if (hasManyFacts(search)) {
    // Many conditions leave few offers as a rule: they are found as they are counted.
    const few = await fetchOffers(db, search, page, limits.few);
    if (few.count < limits.few) return { ...few, total: few.count };
    const found = await findOffers(db, search, page, limits);
    return { ...found, total: found.total ?? few.count };
  }
  const found = await findOffers(db, search, page, limits);
  return { ...found, total: found.total ?? (await countOffers(db, search, limits)) };
}

/** One page of the matches. */
export async function findOffers(
  db: Executor,
  search: Search,
  page: Page,
  limits: Limits = LIMITS,
): Promise<Found> {
  const length = lengthFor(page.offset + page.limit, limits);
  if (hasWay(search)) {
    const near = await walkOffers(db, search, length, page);
    if (near.isRight) return pageOf(search, page, near.offers);
    const isOnlyWay = !hasRarerFacts(search);
    const further = (near.met * limits.farBudget) / length.budget;
    if (isOnlyWay || further >= length.needed) {
      const budget = isOnlyWay ? limits.onlyBudget : limits.farBudget;
      const far = await walkOffers(db, search, { ...length, budget }, page);
      if (far.isRight) return pageOf(search, page, far.offers);
    }
    const isFrequent = near.met > 0 || isOneFact(search);
    if (isFrequent && isInBands(search)) return fetchByBand(db, search, page);
  }
  const all = await fetchOffers(db, search, page);
  return { ...all, total: all.count };
}

/** The last page of a list tells its length. */
function pageOf({ after }: Search, { offset, limit }: Page, offers: FoundOffer[]): Found {
  const isLast = offers.length < limit && after === null && (offers.length > 0 || offset === 0);
  return { offers, offset, total: isLast ? offset + offers.length : null };
}

/** Whether the price bands come one after the other. */
function isInBands({ target: { sort, price } }: Search): boolean {
  return price === null && (sort === "price_asc" || sort === "price_desc");
}

/** All of one price band comes before all of the next: only the page's own bands are sorted. */
async function fetchByBand(db: Executor, search: Search, page: Page): Promise<Found> {
  const { target, after } = search;
  const bands = target.sort === "price_asc" ? PRICE_BANDS : PRICE_BANDS.toReversed();
  const first = after ? bands.indexOf(bandOf(after.priceCents)) : 0;
  const offers: FoundOffer[] = [];
  let passed = 0;
  for (const price of bands.slice(first)) {
    const offset = Math.max(0, page.offset - passed);
    const limit = page.limit - offers.length;
    const band = { ...search, target: { ...target, price } };
    const found = await fetchOffers(db, band, { offset, limit });
    if (found.offset === offset) offers.push(...found.offers);
    passed += found.count;
    if (offers.length === page.limit) return { offers, offset: page.offset, total: null };
  }
  return { offers, offset: page.offset, total: after ? null : passed };
}

/** The number of matches, exact up to COUNT_LIMIT; one more stands for « more ». */
export async function countOffers(
  db: Executor,
  search: Search,
  { counting }: Limits = LIMITS,
): Promise<number> {
  const { target } = search;
  const sort = isPriceAlone(target) ? "price_asc" : "date";
  const counted: Search = { ...search, target: { ...target, sort } };
  if (hasWay(counted) && isIndexOnly(counted)) {
    const near = await countOnWalk(db, counted, counting);
    if (near.isAll || near.count === COUNTED) return near.count;
  }
  return countFitting(db, counted, COUNTED);
}

/** A price band is one stretch of the index by price, and nothing else has to be passed there. */
function isPriceAlone({ price, terms, cities, postcode, type, ...others }: Target): boolean {
  const { professionalId, lastMinute } = others;
  const isElse = [cities, postcode, type, professionalId].some((wish) => wish !== null);
  return price !== null && terms.length === 0 && !isElse && !lastMinute;
}
