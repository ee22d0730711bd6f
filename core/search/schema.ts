import { z } from "zod";
import type { NamedCategory, SessionCardView, SlotKind } from "../catalogue/schema.ts";
import { PRICE_BANDS } from "../listings/rules.ts";
import type { ProfessionalView } from "../professionals/schema.ts";
import { askedText } from "../texts/asked-text.ts";
import { DEFAULT_SORT, EVENING, LAST_PAGE, RADII } from "./rules.ts";
import { type Around, FORMATS, MODES, PARAMETERS } from "./typing/schema.ts";

export const SORTS = [
  DEFAULT_SORT,
  "distance",
  "price_asc",
  "price_desc",
  "date",
  "rating",
] as const;
export type Sort = (typeof SORTS)[number];

/** « nearby » asks for a place, then for what is around it (rule: coarse-place). */
export const SESSION_FILTERS = ["last-minute", "nearby"] as const;

/** In a query string « + » means a space, so a hand-written `price=60+` arrives as « 60 ». */
export function priceBand<Band extends z.ZodType>(band: Band) {
  return z.preprocess((value) => (value === "60 " ? "60+" : value), band);
}

/** An id nobody has, so that a broken link does not show everybody's sessions. */
const NO_PRACTITIONER = "00000000-0000-0000-0000-000000000000";

/** The query of /sessions, which drops values that make no sense, since people edit addresses. */
export const searchQuery = z
  .object({
    filter: z.enum(SESSION_FILTERS).optional().catch(undefined),
    q: askedText,
    /** Comma-separated stretches of q that are neither time nor place. */
    words: askedText,
    location: askedText,
    category: askedText,
    professional: z.preprocess(
      (value) => value || undefined,
      z.uuid().optional().catch(NO_PRACTITIONER),
    ),
    price: priceBand(z.enum(PRICE_BANDS).optional().catch(undefined)),
    date: PARAMETERS.date.optional().catch(undefined),
    from: PARAMETERS.from.optional().catch(undefined),
    to: PARAMETERS.to.optional().catch(undefined),
    days: PARAMETERS.days.optional().catch(undefined),
    price_max: PARAMETERS.price_max.optional().catch(undefined),
    duration_max: PARAMETERS.duration_max.optional().catch(undefined),
    seats: PARAMETERS.seats.optional().catch(undefined),
    mode: PARAMETERS.mode.optional().catch(undefined),
    format: PARAMETERS.format.optional().catch(undefined),
    near: PARAMETERS.near.optional().catch(undefined),
    place: PARAMETERS.place.optional().catch(undefined),
    radius: PARAMETERS.radius.optional().catch(undefined),
    // Around a place the nearest come first without being asked to.
    sort: z.enum(SORTS).exclude(["distance"]).default(DEFAULT_SORT).catch(DEFAULT_SORT),
    page: z.coerce
      .number()
      .int()
      .min(1)
      .default(1)
      .catch(1)
      .transform((page) => Math.min(page, LAST_PAGE)),
  })
  // A town that was typed beside a position of before takes its place.
  .transform(({ near, ...query }) => ({ ...query, near: query.place ? undefined : near }));
export type SearchQuery = z.output<typeof searchQuery>;

export type Choice = Partial<
  Pick<
    SearchQuery,
    "date" | "from" | "to" | "radius" | "duration_max" | "seats" | "mode" | "format"
  >
>;

export const CHOICES = {
  time: [
    { date: "today", from: EVENING, to: undefined },
    { date: "today", from: undefined, to: undefined },
    { date: "tomorrow", from: undefined, to: undefined },
    { date: "weekend", from: undefined, to: undefined },
  ],
  radius: RADII.map((radius) => ({ radius })),
  duration: [30, 45, 60, 90].map((minutes) => ({ duration_max: minutes })),
  seats: [2, 3, 4, 5, 6].map((seats) => ({ seats })),
  mode: MODES.map((mode) => ({ mode })),
  format: FORMATS.map((format) => ({ format })),
} satisfies Record<string, Choice[]>;

export interface ChoiceView {
  choice: Choice;
  isOn: boolean;
  found: { count: number; hasMore: boolean } | null;
}

/** A search whose words were taken apart (rule: one-field). */
export interface ReadQuery {
  query: SearchQuery;
  asTyped: SearchQuery | null;
}

export interface SearchResult extends ReadQuery {
  sessions: SessionCardView[];
  /** Ids (rule: boost). */
  boosted: string[];
  /** Exact up to COUNT_LIMIT, beyond which `hasMore` is set. */
  count: number;
  hasMore: boolean;
  page: number;
  pageCount: number;
  professionalName: string | null;
  place: string | null;
  area: string | null;
  unclear: readonly string[] | null;
  isPlaceUnknown: boolean;
  category: string | null;
  around: Pick<Around, "name" | "radius"> | null;
  distances: Record<string, number>;
  otherSearches: OtherSearches;
}

export interface OtherSearches {
  wider: OtherSearch[];
  meant: OtherSearch | null;
  elsewhere: OtherSearch[];
}

export type ConditionName =
  | "radius"
  | "filter"
  | "date"
  | "price"
  | "duration"
  | "seats"
  | "mode"
  | "professional"
  | "category"
  | "place"
  | "unknown"
  | "q";

export interface OtherSearch {
  query: SearchQuery;
  without: readonly ConditionName[];
  kilometres?: number | null;
  start: Date;
  count: number;
  hasMore: boolean;
}

export const gonePages = ["session", "activity", "professional"] as const;

export interface Gone {
  kind: (typeof gonePages)[number];
  category: string | null;
  similar: SessionCardView[];
}

export interface HomeView {
  lastMinute: SessionCardView[];
  categories: (NamedCategory & { count: number; hasMore: boolean })[];
  popular: ProfessionalView[];
  figures: Figures;
  largestReduction: number | null;
}

export interface Figures {
  sessions: number;
  professionals: number;
  cities: number;
}

export interface Times {
  /** Named day or « 2026-11-20 ». */
  date?: string | undefined;
  from?: string | undefined;
  /** Excluded; « 24:00 » is the end of the day. */
  to?: string | undefined;
  days?: string | undefined;
}

export interface OfferQuery extends Omit<SearchQuery, "words" | "page" | "near" | "sort"> {
  kind: SlotKind;
  near?: string | undefined;
  sort: Sort;
}

/** For what asks by other conditions alone. */
export const NOTHING_TYPED = { q: "", location: "", category: "" };
