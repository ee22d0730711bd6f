import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { isAppError } from "../errors.ts";
import { inhabitantsOf } from "../places/resolve-place.server.ts";
import { showProfessional } from "../professionals/directory/show-directory.server.ts";
import { placeBoosted } from "../promotion/rules.ts";
import { searchKey } from "../texts/clean-text.ts";
import { findBoosted, hasBoosts } from "./find-boosted.server.ts";
import { findPage } from "./listed/find-listed.server.ts";
import { planOf } from "./listed/rules.ts";
import type { SearchPlan } from "./listed/schema.ts";
import { COUNT_LIMIT, PAGE_SIZE } from "./rules.ts";
import type { ReadQuery, SearchQuery, SearchResult } from "./schema.ts";
import { suggestOtherSearches } from "./suggest-other-searches.server.ts";
import { readQuery } from "./typing/read-query.server.ts";
import { kilometresTo } from "./typing/schema.ts";
import {
  isPlaceUnknown,
  type Understood,
  type UnderstoodQuery,
  understandTyped,
} from "./typing/understand-query.server.ts";

export async function searchSessions(ctx: Context, asked: SearchQuery): Promise<SearchResult> {
  const { query, asTyped, understood } = await readAsked(ctx, asked);
  const [found, professionalName] = await Promise.all([
    readPage(ctx, query, understood),
    query.professional ? nameOf(ctx, query.professional) : null,
  ]);
  const read = { query, asTyped, professionalName };
  if (found.sessions.length > 0) return { ...found, ...read, otherSearches: NO_OTHER_SEARCHES };
  const titled = asTyped && (await findTitled(ctx, asTyped));
  if (titled) return { ...titled, professionalName, otherSearches: NO_OTHER_SEARCHES };
  const other = await findForgiven(ctx, asked, understood);
  if (other) return { ...other, professionalName, otherSearches: NO_OTHER_SEARCHES };
  const otherSearches = await suggestOtherSearches(ctx, query, understood);
  return { ...found, ...read, otherSearches };
}

type UnderstoodSearch = ReadQuery & UnderstoodQuery;

/** Tries an unknown word as a town with a slip, « massage marsseille » (rule: one-field). */
async function readAsked(ctx: Context, asked: SearchQuery): Promise<UnderstoodSearch> {
  const read = readQuery(asked, ctx.now());
  const understood = await understandTyped(ctx, { ...read.query, kind: "session" });
  const mayBeTown = !understood.words || understood.slips.some((word) => inhabitantsOf(word));
  const isTown = read.query.place !== asked.place || !mayBeTown;
  return (isTown ? null : await readForgiven(ctx, asked)) ?? { ...read, understood };
}

async function readForgiven(ctx: Context, asked: SearchQuery): Promise<UnderstoodSearch | null> {
  const read = readQuery(asked, ctx.now(), { isForgiving: true });
  if (read.query.place === asked.place) return null;
  const understood = await understandTyped(ctx, { ...read.query, kind: "session" });
  return understood.words ? { ...read, understood } : null;
}

async function findForgiven(
  ctx: Context,
  asked: SearchQuery,
  { near }: Understood,
): Promise<(FoundPage & ReadQuery) | null> {
  const read = near?.around ? null : await readForgiven(ctx, asked);
  if (!read) return null;
  const { understood, ...shown } = read;
  const found = await readPage(ctx, read.query, understood);
  return found.sessions.length > 0 ? { ...found, ...shown } : null;
}

const NO_OTHER_SEARCHES = { wider: [], meant: null, elsewhere: [] };

/** Prefers a title that says just that, like « Pilates à la barre » (rule: one-field). */
async function findTitled(
  ctx: Context,
  asTyped: SearchQuery,
): Promise<(FoundPage & ReadQuery) | null> {
  const understood = await understandTyped(ctx, { ...asTyped, kind: "session" });
  const found = await readPage(ctx, asTyped, understood);
  const typed = searchKey(asTyped.q);
  const isTitle = found.sessions.some(({ title }) => searchKey(title).includes(typed));
  return isTitle ? { ...found, query: asTyped, asTyped: null } : null;
}

async function nameOf(ctx: Context, professionalId: string): Promise<string | null> {
  try {
    return (await showProfessional(ctx, { professionalId })).businessName;
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

type FoundPage = Omit<SearchResult, keyof ReadQuery | "professionalName" | "otherSearches">;

async function readPage(
  ctx: Context,
  query: SearchQuery,
  understood: Understood,
): Promise<FoundPage> {
  const plan = planOf(understood, query, ctx.now());
  const { unclear } = understood;
  const area = understood.area?.name ?? null;
  const meant = { area, unclear, isPlaceUnknown: isPlaceUnknown(understood) };
  if (!plan) {
    return {
      sessions: [],
      boosted: [],
      count: 0,
      hasMore: false,
      page: 1,
      pageCount: 0,
      place: nameMeant(understood),
      category: null,
      around: understood.near?.around ?? null,
      distances: {},
      ...meant,
    };
  }

  const asked = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { total, offset, sessions: found } = await findPage(ctx.reads, plan, asked);
  const count = Math.min(total, COUNT_LIMIT);
  const pageCount = Math.ceil(count / PAGE_SIZE);
  const page = offset / PAGE_SIZE + 1;
  const own = found.map(shownCard);
  const place = placeName(plan, own) ?? nameMeant(understood);
  const category = (query.category !== "" && own[0]?.category) || null;
  const isHead = page === 1 && hasBoosts(plan, total);
  const heads = isHead ? (await findBoosted(ctx, plan)).map(shownCard) : [];
  const sessions = placeBoosted(own, heads);
  const boosted = heads.map(({ id }) => id);
  const hasMore = total > COUNT_LIMIT;
  const { around } = plan;
  const distances = Object.fromEntries(
    found.flatMap(({ key: { cell }, card: { id, point = null } }) => {
      const kilometres = kilometresTo({ cell, point }, around);
      return kilometres === null ? [] : [[id, kilometres]];
    }),
  );
  const pages = { count, hasMore, page, pageCount };
  return { sessions, boosted, ...pages, place, ...meant, category, around, distances };
}

const nameMeant = ({ middle, near }: Understood) => (near?.around ? null : (middle?.name ?? null));

const shownCard = ({ card: { point: _, ...card } }: { card: SessionCardView }): SessionCardView =>
  card;

function placeName({ cities, postcode }: SearchPlan, [first]: SessionCardView[]): string | null {
  if (cities?.length !== 1 || !first?.city) return null;
  return postcode === null ? first.city : `${first.city} (${postcode})`;
}
