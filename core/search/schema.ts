import { z } from "zod";
import type { NamedCategory, SessionCardView, SlotKind } from "../catalogue/schema.ts";
import { PRICE_BANDS, type PriceBand } from "../listings/rules.ts";
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

/** « nearby » asks for a place, and then narrows the list to what is around it (rule: coarse-place). */
export const SESSION_FILTERS = ["last-minute", "nearby"] as const;

/** In an address « + » means a space: `price=60+`, written by hand, arrives as « 60 ». */
export function priceBand<Band extends z.ZodType>(band: Band) {
  return z.preprocess((value) => (value === "60 " ? "60+" : value), band);
}

/** An id that no practitioner has, so that a broken link does not show everybody's sessions. */
const NO_PRACTITIONER = "00000000-0000-0000-0000-000000000000";

/**
 * The query of an address of /sessions. An address never fails: a value that makes no sense is left
 * out, because people edit and truncate addresses.
 */
export const searchQuery = z
  .object({
    filter: z.enum(SESSION_FILTERS).optional().catch(undefined),
    q: askedText,
    /** Stretches of q that are words and neither time nor place, with commas between. */
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

/** Conditions that one tap chooses. */
export type Choice = Partial<
  Pick<
    SearchQuery,
    "date" | "from" | "to" | "radius" | "duration_max" | "seats" | "mode" | "format"
  >
>;

/** When, how far, for how long, how, with whom and for how many, in the order in which they are shown. */
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

/** A choice as it is offered. */
export interface ChoiceView {
  choice: Choice;
  /** Whether the search has it already; then nothing is counted. */
  isOn: boolean;
  found: { count: number; hasMore: boolean } | null;
}

/** A search whose words were taken apart (rule: one-field). */
export interface ReadQuery {
  query: SearchQuery;
  /** The search in which all that was taken out stays words; null where nothing was. */
  asTyped: SearchQuery | null;
}

export interface SearchResult extends ReadQuery {
  sessions: SessionCardView[];
  /** The ids of those that a professional has put at the head (rule: boost). */
  boosted: string[];
  /** Exact up to COUNT_LIMIT; `hasMore` says that there are more than that. */
  count: number;
  hasMore: boolean;
  page: number;
  pageCount: number;
  /** The practitioner that the address names, for the list's title. */
  professionalName: string | null;
  /** « Lyon », « Lyon (69003) »: the one city that was meant, as a session there writes it. */
  place: string | null;
  /** « Bretagne »: the department or the region that was meant. */
  area: string | null;
  /** The names of places that the typed one may be, where nobody can know which. */
  unclear: readonly string[] | null;
  /** Whether no place is meant by the typed one, or nobody can know which. */
  isPlaceUnknown: boolean;
  /** « Yoga » for « yoga »: the address's category, as the results write it. */
  category: string | null;
  /** Around which place, when the search named one; null also where it is not known. */
  around: Pick<Around, "name" | "radius"> | null;
  /** Kilometres to the sessions of a search around a place, by id. */
  distances: Record<string, number>;
  waysOut: WaysOut;
}

/** Alternatives when nothing was found, close by and elsewhere. */
export interface WaysOut {
  /** The same with one condition less. */
  wider: WayOut[];
  /** The same as it was probably meant. */
  meant: WayOut | null;
  /** The same in other cities, however far they are. */
  elsewhere: WayOut[];
}

/** A condition that a search can do without; « unknown » are the words that nothing has, of several. */
export type Narrowing =
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

/** A search like one without results, which has results. */
export interface WayOut {
  query: SearchQuery;
  /** The conditions it drops. */
  without: readonly Narrowing[];
  /** From the place that was asked for to the one of this search, where both are known. */
  kilometres?: number | null;
  /** The start of its soonest result. */
  start: Date;
  /** Exact up to OFFERED_COUNT_LIMIT; `hasMore` says that there are more than that. */
  count: number;
  hasMore: boolean;
}

export const gonePages = ["session", "activity", "professional"] as const;

/** The remains of an offering or a professional that was there and is not. */
export interface Gone {
  kind: (typeof gonePages)[number];
  /** The name of an offering's category. */
  category: string | null;
  /** Similar ones to come. */
  similar: SessionCardView[];
}

/** The home page; each part is read by itself. */
export interface HomeView {
  /** Within 72 hours, at most 2. */
  lastMinute: SessionCardView[];
  /** The number of bookable sessions in each category, as in a {@link SearchResult}. */
  categories: (NamedCategory & { count: number; hasMore: boolean })[];
  /** Rated 4.5 or more, at most 2. */
  popular: ProfessionalView[];
  /** The numbers of bookable sessions, their professionals and cities (rule: true-figures). */
  figures: Figures;
  /** The largest reduction of a session that can be booked, in whole percents; null without any. */
  largestReduction: number | null;
}

export interface Figures {
  sessions: number;
  professionals: number;
  cities: number;
}

/** The day and the hours in which a slot begins, on a clock in Paris; what is missing is left open. */
export interface Times {
  /** « today », « tomorrow », « weekend », « week », « next-week » or « 2026-11-20 ». */
  date?: string | undefined;
  /** « 18:00 » */
  from?: string | undefined;
  /** Excluded; « 24:00 » is the end of the day. */
  to?: string | undefined;
  /** Days of the week with commas between, « saturday,sunday ». */
  days?: string | undefined;
}

/** When, how and for how many; what is missing is left open. */
export interface Wishes extends Times {
  /** It costs so many euros at most now. */
  price_max?: number | undefined;
  /** It lasts so many minutes at most. */
  duration_max?: number | undefined;
  /** At least so many are free: 1 to 6. */
  seats?: number | undefined;
  mode?: (typeof MODES)[number] | undefined;
  format?: (typeof FORMATS)[number] | undefined;
}

/** A search, as somebody typed it. */
export interface OfferQuery extends Wishes {
  kind: SlotKind;
  q: string;
  location: string;
  category: string;
  filter?: (typeof SESSION_FILTERS)[number] | undefined;
  /** Latitude and longitude with two decimals. */
  near?: string | undefined;
  /** A town, arrondissement or postcode to look around. */
  place?: string | undefined;
  /** Kilometres around it; {@link NEARBY_RADIUS} without. */
  radius?: number | undefined;
  professional?: string | undefined;
  price?: PriceBand | undefined;
  lastMinute: boolean;
  sort: Sort;
}

/** The same, in the terms of the search rows. An offering must meet all of it. */
export interface Target {
  kind: SlotKind;
  /** Stems; the first leads: by relevance, those with it in their title come first. */
  terms: string[];
  /** Any of these; null for anywhere. */
  cities: string[] | null;
  /** Digits that the postcode begins with. */
  postcode: string | null;
  /** The mark of an activity type, `#yoga`. */
  type: string | null;
  professionalId: string | null;
  price: PriceBand | null;
  /** Null for anywhere. */
  around: Around | null;
  wishes: Wishes;
  lastMinute: boolean;
  sort: Sort;
}

/** The position of a session in the order of a result, for a cursor. */
export const sessionKey = z.object({
  /** `listings.no`. */
  no: z.string().refine((no) => /^\d{1,19}$/.test(no) && BigInt(no) < 2n ** 63n),
  /** 0: the leading word stands in the title or type; 1: only in business name or description. */
  rank: z.number().int().min(0).max(1),
  /** The start of the slot that fits, to the microsecond, as PostgreSQL keeps it. */
  startsAt: z.iso.datetime().refine((instant) => instant >= "1970"),
  cents: z.int32().min(0),
  /** Tenths. */
  rating: z.number().int().min(0).max(50),
  /** Known only in a search around a place. */
  cell: z.int32().min(0).nullable().default(null),
  /** Known only in the order by distance. */
  metres: z.int32().min(0).nullable().default(null),
});
export type SessionKey = z.output<typeof sessionKey>;

/** A session that was found, by the slot that fits. */
export interface FoundSession {
  key: SessionKey;
  card: SessionCardView;
}

export interface Search {
  target: Target;
  now: Date;
  /** Only sessions after this one, in the order of the result. */
  after: SessionKey | null;
}
