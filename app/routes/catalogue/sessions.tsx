import { redirect } from "react-router";
import {
  findNewName,
  listFilterCategories,
} from "#core/catalogue/activity-types/manage-types.server.ts";
import { parseInput } from "#core/parse.ts";
import { BOOSTED } from "#core/promotion/labels.ts";
import { distanceLabel } from "#core/search/labels.ts";
import { readMissed } from "#core/search/missed/count-missed.server.ts";
import { wherever } from "#core/search/rules.ts";
import { type SearchQuery, type SearchResult, searchQuery } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { cutLabel } from "#core/texts/asked-text.ts";
import drawn from "#drawn/sessions-screen.tsx";
import { lateScreen, OnTouch } from "../../browser/on-touch.tsx";
import type { Events } from "../../browser/track.ts";
import { ownAddress, pageContext, requestContext } from "../../context.server.ts";
import { readPart, readList as readSearch } from "../../failures/read-part.server.ts";
import { alertHref } from "../../parts/alerts/alert-words.server.ts";
import { wordSearch } from "../../parts/catalogue/search-words.server.ts";
import type { Card } from "../../parts/catalogue/session-card.tsx";
import { readHearts } from "../../parts/favorites/read-hearts.server.ts";
import { readList, writeList } from "../../parts/filters/list-text.ts";
import { drawNearForm } from "../../parts/near/near-form.server.tsx";
import { describedMeta, titleMeta } from "../../parts/seo/page-meta.ts";
import type { Route } from "./+types/sessions";

export const page = { shared: "search", sitemap: ["?filter=last-minute"] } as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const address = new URL(ownAddress(request), request.url);
  const asked = parseInput(searchQuery, Object.fromEntries(address.searchParams));
  const { category } = asked;
  const named = await readPart(context, "names of categories", () => listFilterCategories(ctx));
  const categories = named?.map(({ name }) => name) ?? [];
  // While names cannot be read, none is called a former one.
  const isKnown = category === "" || named === null || categories.includes(category);
  const renamed = isKnown ? null : await findNewName(ctx, category);
  // The query as it was sent, so that nothing that an address may say is lost.
  if (renamed) {
    address.searchParams.set("category", renamed);
    throw redirect(address.pathname + address.search, 301);
  }
  const result = await readSearch(context, "sessions", () => searchSessions(ctx, asked));
  if (!result)
    return { listed: writeList({ query: asked, list: null, categories, now: ctx.now() }) };
  context.get(pageContext).missed = readMissed(result);
  const query = { ...result.query, category: result.category ?? asked.category };
  leadToPage(address, result.page);
  const { sessions, page, pageCount } = result;
  const cut = cutLabel(["q", "location"].map((name) => address.searchParams.get(name)));
  const list = {
    words: wordSearch(query, result, cut),
    isNear: result.around !== null,
    near: isPlaceMissing(query, result) ? drawNearForm(query, result) : null,
    cards: cardsOf(result),
    keep: alertHref(query),
    page,
    pageCount,
    hearts: await readHearts(context, sessions),
    search: tellable(query, result.count, categories),
  };
  return { listed: writeList({ query, list, categories, now: ctx.now() }) };
}

function cardsOf({ sessions, boosted, distances }: SearchResult): Card[] {
  return sessions.map(({ professional, ...shown }) => {
    const { businessName, rating } = professional;
    const mention = boosted.includes(shown.id) && { mention: BOOSTED };
    const far = distanceLabel(distances[shown.id] ?? null);
    const city = far && shown.city ? `${far}, ${shown.city}` : shown.city;
    return { ...shown, ...mention, city, professional: { businessName, rating } };
  });
}

function isPlaceMissing(query: SearchQuery, result: SearchResult): boolean {
  const isAsked = query.filter === "nearby" || wherever(query).around !== undefined;
  return result.isPlaceUnknown || (isAsked && !result.around && result.area === null);
}

/** A page beyond the end redirects to the last or the first. */
function leadToPage({ pathname, searchParams }: URL, page: number) {
  const asked = searchParams.get("page");
  if (asked === null || asked === String(page)) return;
  if (page > 1) searchParams.set("page", String(page));
  else searchParams.delete("page");
  throw redirect(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
}

/** Leaves out a category that only the address names, since it could be anything. */
function tellable(
  query: SearchQuery,
  count: number,
  categories: readonly string[],
): Events["search"] {
  const { filter = null, category, price = null, sort } = query;
  return {
    words: query.q !== "",
    location: query.location !== "",
    professional: query.professional !== undefined,
    category: categories.find((name) => name === category) ?? (category ? "autre" : null),
    filter,
    price,
    sort,
    count,
  };
}

export const handle = {
  failure: { title: "Erreur", text: "Impossible de récupérer les sessions" },
};

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const list = loaderData && readList(loaderData.listed).list;
  if (!list) return titleMeta("Sessions");
  const { words, page } = list;
  return describedMeta(
    `${words.title}${page > 1 ? `, page ${page}` : ""}`,
    `${words.found}. Réservez en deux minutes, sans créer de compte.`,
  );
};

const late = lateScreen(drawn, () => import("./sessions-screen.tsx"));

export default function Sessions(props: Route.ComponentProps) {
  return <OnTouch late={late} props={props} />;
}
