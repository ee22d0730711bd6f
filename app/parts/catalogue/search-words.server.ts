import { durationLabel } from "#core/catalogue/labels.ts";
import { formatLongDay, formatShortDate, fromParis } from "#core/dates.ts";
import { PRICE_LABELS } from "#core/listings/labels.ts";
import {
  budgetLabel,
  countLabel,
  dayLabel,
  daysLabel,
  distanceLabel,
  FORMAT_LABELS,
  MODE_LABELS,
} from "#core/search/labels.ts";
import {
  DEFAULT_SORT,
  EVENING,
  isOnlinePlace,
  LAST_MINUTE_HOURS,
  NEARBY_RADIUS,
  wherever,
} from "#core/search/rules.ts";
import type {
  CHOICES,
  ConditionName,
  OtherSearch,
  SearchQuery,
  SearchResult,
} from "#core/search/schema.ts";
import { searchKey } from "#core/texts/clean-text.ts";
import { capitalised, lowered } from "#core/texts/first-letter.ts";
import { filtersHref, sessionsHref } from "./search-address.ts";

export interface SearchWords {
  title: string;
  time: string;
  found: string;
  /** Says where the list ends (rule: list-end). */
  end: string | null;
  active: { label: string; to: string; opens?: string }[];
  /** Null where nothing was taken for anything else. */
  asTyped: string | null;
  ways: Way[][];
  elsewhere: Way[];
  advice: string;
}

interface Way {
  heading: string;
  found: string;
  to: string;
}

/** @param cut says that the text was too long; empty for others. */
export function wordSearch(query: SearchQuery, result: SearchResult, cut = ""): SearchWords {
  const { wider, meant, elsewhere } = result.otherSearches;
  const inPlace = (way: OtherSearch) => {
    const { q } = way.query;
    // The city may have stood among the words.
    const where = `${q === query.q ? "" : q}${whereLabel(way.query, NOWHERE)}`.trim();
    const far = distanceLabel(way.kilometres ?? null);
    return wordWay(way, [where, ...(far ? [far] : []), ...droppedWords(query, way)]);
  };
  const isClose = wider.length > 0 || meant !== null;
  const isStuck = !isClose && elsewhere.length === 0;
  return {
    advice: result.sessions.length > 0 ? "" : adviceOf(isClose, isStuck),
    title: titleOf(query, result),
    time: timeLabel(query) || "",
    found: [foundLabel(query, result), cut].filter(Boolean).join(". "),
    end: endOf(result),
    active: activeFilters(query, result).map(({ label, group, without }) => ({
      label,
      ...(group && { opens: `${filtersHref(query)}#${group}` }),
      to: sessionsHref({ ...query, ...without, page: 1 }),
    })),
    asTyped: result.asTyped && sessionsHref(result.asTyped),
    ways: [wider.map((way) => wordWay(way, wordsOf(query, way))), meant ? [inPlace(meant)] : []],
    elsewhere: elsewhere.map(inPlace),
  };
}

const NOWHERE = { place: null, area: null, around: null };

function adviceOf(isClose: boolean, isStuck: boolean): string {
  if (isStuck) return "Essayez d'autres mots, une autre ville, ou retirez un filtre.";
  return `Aucune place libre pour cette recherche.${isClose ? " Voici ce qui s'en approche :" : ""}`;
}

function wordWay(way: OtherSearch, words: string[]): Way {
  return {
    heading: words.join(", "),
    found: `${countLabel(way)}, dès le ${formatLongDay(way.start)}`,
    to: sessionsHref(way.query),
  };
}

function wordsOf(query: SearchQuery, way: OtherSearch): string[] {
  const isFarther = way.without.includes("radius");
  return isFarther ? [`à moins de ${way.query.radius} km`] : droppedWords(query, way);
}

function droppedWords({ q }: SearchQuery, { query: { q: left }, without }: OtherSearch): string[] {
  const kept = left.split(" ");
  const unknown = q.split(/\s+/).filter((word) => !kept.includes(word));
  const words: Record<ConditionName, string> = {
    filter: "plus tard",
    radius: "plus loin",
    date: "à un autre moment",
    duration: "quelle que soit la durée",
    price: "à tous les prix",
    seats: "avec moins de places",
    mode: "quelle que soit la formule",
    professional: "chez tous les praticiens",
    category: "dans toutes les catégories",
    place: "partout",
    unknown: `sans ${quoted(unknown.join(" "))}`,
    q: `sans ${quoted(q)}`,
  };
  return without.map((condition) => words[condition]);
}

const quoted = (words: string) => `«\u00a0${words}\u00a0»`;

function titleOf(query: SearchQuery, result: SearchResult): string {
  if (result.professionalName) return `Les sessions de ${result.professionalName}`;
  if (query.filter === "last-minute") return "Offres de dernière minute";
  if (result.count === 0) return noResultTitle(query, result);
  const { q, category } = query;
  const where = whereLabel(query, result);
  const time = timeLabel(query);
  if (!q && !category && !where && !time) return "Toutes les sessions";
  return `${category || "Sessions"}${q ? ` pour ${quoted(q)}` : ""}${where}${inSentence(time)}`;
}

/** Regions and departments take no one preposition. */
function whereLabel(
  query: SearchQuery,
  { place, area, around }: Pick<SearchResult, "place" | "area" | "around">,
): string {
  const { location, around: asked } = wherever(query);
  if (area) return ` : ${area}`;
  if (around || asked) return ` autour ${ofPlace(query, around)}`;
  if (location === "") return "";
  if (isOnlinePlace(searchKey(location))) return " en ligne";
  return ` à ${place ?? location}`;
}

function ofPlace(query: SearchQuery, around: SearchResult["around"]): string {
  const { around: place } = wherever(query);
  const isHere = place !== undefined && place === query.near;
  const name = isHere ? "vous" : (around?.name ?? place ?? "");
  const article = /^(Le|Les) /.exec(name)?.[1];
  if (article) return `${article === "Le" ? "du" : "des"} ${name.slice(article.length + 1)}`;
  return /^[aeiouyœh]/.test(searchKey(name)) ? `d'${name}` : `de ${name}`;
}

const inSentence = (time: string) => time && `, ${lowered(time)}`;

function noResultTitle(query: SearchQuery, result: SearchResult): string {
  const words = [query.category, query.q].filter(Boolean).map(quoted);
  const what = words.length > 0 ? ` pour ${words.join(", ")}` : "";
  return `Aucune session${what}${whereLabel(query, result)}${inSentence(timeLabel(query))}`;
}

function foundLabel(query: SearchQuery, result: SearchResult): string {
  const found = result.count > 1 ? "trouvées" : "trouvée";
  const when =
    query.filter === "last-minute" ? ` dans les ${LAST_MINUTE_HOURS} prochaines heures` : "";
  const isNearest = result.around && query.sort === DEFAULT_SORT && result.count > 1;
  return `${countLabel(result)} ${found}${when}${isNearest ? ", la plus proche d'abord" : ""}`;
}

function endOf({ count, hasMore, page, pageCount }: SearchResult): string | null {
  if (!hasMore || page < pageCount) return null;
  return `Fin de la liste : ${count} sessions sont montrées. Précisez un lieu, une activité ou un prix pour voir les autres.`;
}

export function timeLabel({ date, from, to }: Pick<SearchQuery, "date" | "from" | "to">): string {
  if (from === EVENING && !to) {
    if (date === "today") return "Ce soir";
    if (date === "tomorrow") return "Demain soir";
  }
  const named = date && dayLabel(date);
  const noon = date && !named ? fromParis(`${date}T12:00`) : null;
  const day = noon ? formatShortDate(noon) : named;
  const hours = from && to ? `de ${from} à ${to}` : from ? `dès ${from}` : to && `jusqu'à ${to}`;
  return capitalised([day, hours].filter(Boolean).join(", "));
}

interface ActiveFilter {
  label: string;
  group?: keyof typeof CHOICES;
  without: Partial<SearchQuery>;
}

function activeFilters(
  query: SearchQuery,
  { place, area, professionalName, around, asTyped }: SearchResult,
): ActiveFilter[] {
  const { filter, q, category, price, seats = 1, mode, format, professional } = query;
  const { duration_max: minutes } = query;
  const { location, around: asked } = wherever(query);
  const isNear = area === null && (around !== null || asked !== undefined);
  const time = timeLabel(query);
  const filters: (ActiveFilter | string | number | boolean | undefined)[] = [
    isNear && {
      label: `${query.radius ?? NEARBY_RADIUS} km autour ${ofPlace(query, around)}`,
      group: "radius",
      without: {
        ...{ near: undefined, place: undefined, radius: undefined },
        ...((filter === "nearby" || asked === undefined) && { filter: undefined, location: "" }),
      },
    },
    area !== null && {
      label: area,
      without: { location: "", place: undefined, radius: undefined },
    },
    filter === "last-minute" && { label: "Dernière minute", without: { filter: undefined } },
    q && { label: quoted(q), without: { q: "", words: "" } },
    !isNear && area === null && location && { label: place ?? location, without: { location: "" } },
    category && { label: category, without: { category: "" } },
    query.price_max && {
      label: budgetLabel(query.price_max),
      without: { price_max: undefined },
    },
    // Chosen, it stands among the filters.
    asTyped?.sort !== undefined &&
      asTyped.sort !== query.sort && {
        label: "Les moins chères d'abord",
        without: { sort: asTyped.sort },
      },
    query.days && { label: daysLabel(query.days), without: { days: undefined } },
    price && { label: PRICE_LABELS[price], without: { price: undefined } },
    time && {
      label: time,
      group: "time",
      without: { date: undefined, from: undefined, to: undefined },
    },
    minutes && {
      label: `${durationLabel(minutes)} au plus`,
      group: "duration",
      without: { duration_max: undefined },
    },
    seats > 1 && {
      label: `${seats} places ou plus`,
      group: "seats",
      without: { seats: undefined },
    },
    mode && { label: MODE_LABELS[mode], group: "mode", without: { mode: undefined } },
    format && { label: FORMAT_LABELS[format], group: "format", without: { format: undefined } },
    professional && {
      label: professionalName ?? "Praticien",
      without: { professional: undefined },
    },
  ];
  return filters.filter((active) => typeof active === "object");
}
