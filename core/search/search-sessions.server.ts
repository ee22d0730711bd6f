import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { isAppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { showProfessional } from "../professionals/directory/show-professional.server.ts";
import { placeBoosted } from "../promotion/rules.ts";
import { findBoosted, hasBoosts } from "./find-boosted.server.ts";
import { findPage } from "./listed/find-sessions.server.ts";
import { COUNT_LIMIT, PAGE_SIZE } from "./rules.ts";
import { type SearchQuery, type SearchResult, searchQuery, type Target } from "./schema.ts";
import { suggestOtherSearches } from "./suggest-other-searches.server.ts";
import { readQuery } from "./typing/read-query.server.ts";
import { kilometresTo } from "./typing/schema.ts";
import { targetOf, type Understood, understandTyped } from "./typing/understand-query.server.ts";

/**
 * One page of bookable sessions (rule: search-match). By relevance, sessions with the (longest)
 * word in their title or activity type come before those that only mention it, the soonest first;
 * without a word all come soonest first. An address never fails: a page past the end shows the last
 * one.
 */
export async function searchSessions(ctx: Context, raw: unknown): Promise<SearchResult> {
  const { query, undo } = readQuery(parseInput(searchQuery, raw), ctx.now());
  const understood = await understandTyped(ctx, { ...query, kind: "session" });
  const [found, professionalName] = await Promise.all([
    readPage(ctx, query, understood),
    query.professional ? nameOf(ctx, query.professional) : null,
  ]);
  return {
    ...{ ...found, query, undo },
    professionalName,
    waysOut:
      found.sessions.length > 0
        ? { wider: [], meant: null, elsewhere: [] }
        : await suggestOtherSearches(ctx, query, understood),
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

type FoundPage = Omit<SearchResult, "query" | "undo" | "professionalName" | "waysOut">;

async function readPage(
  ctx: Context,
  query: SearchQuery,
  understood: Understood,
): Promise<FoundPage> {
  const now = ctx.now();
  const target = targetOf(understood, conditionsOf(query));
  if (!target) {
    return {
      sessions: [],
      boosted: [],
      count: 0,
      hasMore: false,
      page: 1,
      pageCount: 0,
      place: null,
      category: null,
      around: understood.near?.around ?? null,
      distances: {},
    };
  }

  const search = { target, now, after: null };
  const asked = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { total, offset, sessions: found } = await findPage(ctx.db, search, asked);
  const count = Math.min(total, COUNT_LIMIT);
  const pageCount = Math.ceil(count / PAGE_SIZE);
  const page = offset / PAGE_SIZE + 1;
  const own = found.map(({ card }) => card);
  const place = placeName(target, own);
  const category = (query.category !== "" && own[0]?.category) || null;
  const isHead = page === 1 && hasBoosts(target, total);
  const heads = isHead ? (await findBoosted(ctx, query, target)).map(({ card }) => card) : [];
  const sessions = placeBoosted(own, heads);
  const boosted = heads.map(({ id }) => id);
  const hasMore = total > COUNT_LIMIT;
  const { around } = target;
  const distances = Object.fromEntries(
    found.flatMap(({ key: { cell }, card: { id } }) => {
      const kilometres = kilometresTo(cell, around);
      return kilometres === null ? [] : [[id, kilometres]];
    }),
  );
  return { sessions, boosted, count, hasMore, page, pageCount, place, category, around, distances };
}

function placeName({ cities, postcode }: Target, [first]: SessionCardView[]): string | null {
  if (cities?.length !== 1 || !first?.city) return null;
  return postcode === null ? first.city : `${first.city} (${postcode})`;
}

function conditionsOf({ filter, ...query }: SearchQuery) {
  return { ...query, lastMinute: filter === "last-minute" };
}
