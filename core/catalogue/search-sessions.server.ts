import type { Context } from "../context.server.ts";
import { isAppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { showProfessional } from "../professionals/show-professional.server.ts";
import { countOffers, findOffers } from "../search/find-offers.server.ts";
import { understandQuery } from "../search/understand-query.server.ts";
import {
  COUNT_LIMIT,
  LAST_PAGE,
  PAGE_SIZE,
  type SearchQuery,
  type SearchResult,
  type SessionCardView,
  searchQuery,
} from "./schema.ts";

/** So many offers elsewhere are looked at for the names of three cities. */
const NEIGHBOURS = 30;
const SUGGESTED_CITIES = 3;

/**
 * One page of what can be booked now (R3). Relevance puts what has the (longest) word in its title
 * or activity type before what only mentions it, and the soonest first; without a word it is the
 * soonest first. An address never fails: a page past the end shows the last one.
 */
export async function searchSessions(ctx: Context, raw: unknown): Promise<SearchResult> {
  const query = parseInput(searchQuery, raw);
  const [found, professionalName] = await Promise.all([
    findPage(ctx, query),
    query.professional ? nameOf(ctx, query.professional) : null,
  ]);
  return {
    ...found,
    professionalName,
    suggestions:
      found.sessions.length > 0
        ? { cities: [], withoutFilters: 0 }
        : {
            cities: await citiesElsewhere(ctx, query),
            withoutFilters: await countUnfiltered(ctx, query),
          },
  };
}

async function nameOf(ctx: Context, professionalId: string): Promise<string | null> {
  try {
    return (await showProfessional(ctx, { professionalId })).businessName;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

type FoundPage = Pick<SearchResult, "sessions" | "count" | "hasMore" | "page" | "pageCount">;

async function findPage(ctx: Context, query: SearchQuery): Promise<FoundPage> {
  const now = ctx.now();
  const target = await understandQuery(ctx.db, wishesOf(query));
  if (!target) return { sessions: [], count: 0, hasMore: false, page: 1, pageCount: 0 };

  const search = { target, now, after: null };
  const offset = (query.page - 1) * PAGE_SIZE;
  const found = await findOffers(ctx.db, search, { offset, limit: PAGE_SIZE });
  const total = found.total ?? (await countOffers(ctx.db, search));
  const count = Math.min(total, COUNT_LIMIT);
  const pageCount = Math.min(Math.ceil(total / PAGE_SIZE), LAST_PAGE);
  if (query.page > pageCount && pageCount > 0) return findPage(ctx, { ...query, page: pageCount });

  const sessions = found.offers.map(({ card }) => card);
  return { sessions, count, hasMore: total > COUNT_LIMIT, page: query.page, pageCount };
}

/** « nearby » lists unfiltered until its issue comes (R2). */
function wishesOf({ filter, ...query }: SearchQuery) {
  return { ...query, lastMinute: filter === "last-minute" };
}

/** Cities where the same is to be had, the soonest first: a way out of an empty list. */
async function citiesElsewhere(ctx: Context, query: SearchQuery): Promise<string[]> {
  if (query.location === "") return [];
  const cards = await findCards(ctx, { ...query, location: "", sort: "date" });
  const cities = cards.flatMap(({ city, isOnline }) => (city && !isOnline ? [city] : []));
  return [...new Set(cities)].slice(0, SUGGESTED_CITIES);
}

async function findCards(ctx: Context, query: SearchQuery): Promise<SessionCardView[]> {
  const now = ctx.now();
  const target = await understandQuery(ctx.db, wishesOf(query));
  if (!target) return [];
  const search = { target, now, after: null };
  const { offers } = await findOffers(ctx.db, search, { offset: 0, limit: NEIGHBOURS });
  return offers.map(({ card }) => card);
}

/** How many there would be with the words and the place alone. */
async function countUnfiltered(ctx: Context, query: SearchQuery): Promise<number> {
  const { q, location, sort } = query;
  const wishes = { q, location, sort, category: "", professional: undefined, price: undefined };
  const target = await understandQuery(ctx.db, { ...wishes, lastMinute: false });
  if (!target) return 0;
  const count = await countOffers(ctx.db, { target, now: ctx.now(), after: null });
  return Math.min(count, COUNT_LIMIT);
}
