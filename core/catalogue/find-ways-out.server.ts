import type { Context } from "../context.server.ts";
import { countOffers, findOffers } from "../search/find-offers.server.ts";
import { guessSearch } from "../search/guess-search.server.ts";
import type { Search } from "../search/schema.ts";
import { understandQuery } from "../search/understand-query.server.ts";
import { COUNT_LIMIT, type Narrowing, type SearchQuery, type WayOut } from "./schema.ts";

/** What to leave out, the least missed first; the pair when neither of the two alone is enough. */
const CANDIDATES: readonly (readonly Narrowing[])[] = [
  ["filter"],
  ["price"],
  ["filter", "price"],
  ["professional"],
  ["category"],
  ["q"],
];

/** So many offers elsewhere are looked at for the names of other cities. */
const NEIGHBOURS = 30;
const MOST = 3;

/**
 * Searches like one that found nothing, each of which finds something now: the same with a wish
 * less (later than in 72 hours, at any price…), and the same elsewhere: in the city that was
 * probably meant, and in those where it begins soonest.
 */
export async function findWaysOut(
  ctx: Context,
  query: SearchQuery,
): Promise<{ wider: WayOut[]; elsewhere: WayOut[] }> {
  const [wider, meant, others] = await Promise.all([
    widen(ctx, query),
    takeAsMeant(ctx, query),
    lookElsewhere(ctx, query),
  ]);
  if (!meant) return { wider, elsewhere: others };
  const { q, location } = meant.query;
  return {
    // Words that have been made out need not be left out.
    wider: q === query.q ? wider : wider.filter(({ without }) => !without.includes("q")),
    elsewhere: [meant, ...others.filter((way) => way.query.location !== location)].slice(0, MOST),
  };
}

async function takeAsMeant(ctx: Context, query: SearchQuery): Promise<WayOut | null> {
  const meant = await guessSearch(ctx, query);
  return meant && tryOut(ctx, { ...query, ...meant, page: 1 }, []);
}

async function widen(ctx: Context, query: SearchQuery): Promise<WayOut[]> {
  const possible = CANDIDATES.filter((without) => without.every((wish) => narrows(query, wish)));
  const found = await Promise.all(
    possible.map((without) => tryOut(ctx, leaveOut(query, without), without)),
  );
  const ways = found.filter((way) => way !== null);
  const isEnough = ways.some(({ without }) => without.length === 1 && isTimeOrPrice(without[0]));
  return ways.filter(({ without }) => without.length === 1 || !isEnough).slice(0, MOST);
}

/** In other cities; when there is none, in other cities at another time or price. */
async function lookElsewhere(ctx: Context, query: SearchQuery): Promise<WayOut[]> {
  if (query.location === "") return [];
  const without = (["filter", "price"] as const).filter((wish) => narrows(query, wish));
  const same = await inOtherCities(ctx, query, []);
  if (same.length > 0 || without.length === 0) return same;
  return inOtherCities(ctx, leaveOut(query, without), without);
}

async function inOtherCities(
  ctx: Context,
  query: SearchQuery,
  without: readonly Narrowing[],
): Promise<WayOut[]> {
  const [here, anywhere] = await Promise.all([
    soonestFirst(ctx, query),
    soonestFirst(ctx, { ...query, location: "" }),
  ]);
  if (!anywhere) return [];
  // The whole city is elsewhere for who asked for a postcode.
  const known = here?.target.postcode === null ? (here.target.cities ?? []) : [];
  const { offers } = await findOffers(ctx.db, anywhere, { offset: 0, limit: NEIGHBOURS });
  const cities = offers.flatMap(({ card: { city, isOnline } }) =>
    city && !isOnline ? [city] : [],
  );
  const ways = await Promise.all(
    [...new Set(cities)]
      .slice(0, MOST + known.length)
      .map((location) => tryOut(ctx, { ...query, location, page: 1 }, without, known)),
  );
  return ways.filter((way) => way !== null).slice(0, MOST);
}

/** Whether this wish is one of the search's and can be missed: « nearby » narrows nothing yet (R2). */
function narrows(query: SearchQuery, wish: Narrowing): boolean {
  return wish === "filter" ? query.filter === "last-minute" : Boolean(query[wish]);
}

const isTimeOrPrice = (wish: Narrowing | undefined) => wish === "filter" || wish === "price";

const NOTHING = {
  filter: undefined,
  price: undefined,
  professional: undefined,
  category: "",
  q: "",
};

function leaveOut(query: SearchQuery, without: readonly Narrowing[]): SearchQuery {
  return { ...query, ...Object.fromEntries(without.map((wish) => [wish, NOTHING[wish]])), page: 1 };
}

async function tryOut(
  ctx: Context,
  query: SearchQuery,
  without: readonly Narrowing[],
  known: readonly string[] = [],
): Promise<WayOut | null> {
  const search = await soonestFirst(ctx, query);
  if (!search || search.target.cities?.some((city) => known.includes(city))) return null;
  const { offers, total } = await findOffers(ctx.db, search, { offset: 0, limit: 1 });
  const start = offers[0]?.card.nextSlot?.start;
  if (!start) return null;
  const count = total ?? (await countOffers(ctx.db, search));
  return {
    query,
    without,
    start,
    count: Math.min(count, COUNT_LIMIT),
    hasMore: count > COUNT_LIMIT,
  };
}

/** Null when a word, the place or the category is not known at all. */
async function soonestFirst(
  ctx: Context,
  { filter, ...wishes }: SearchQuery,
): Promise<Search | null> {
  const lastMinute = filter === "last-minute";
  const target = await understandQuery(ctx.db, { ...wishes, lastMinute, sort: "date" });
  return target && { target, now: ctx.now(), after: null };
}
