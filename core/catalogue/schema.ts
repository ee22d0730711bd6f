import { z } from "zod";
import type { Cents } from "../money.ts";

/** The nine categories of the list's filter (S1§9, R9), in the order of the home page. */
export const FILTER_CATEGORIES = [
  "Yoga",
  "Massage",
  "Méditation",
  "Coaching",
  "Sophrologie",
  "Naturopathie",
  "Nutrition",
  "Reiki",
  "Psychothérapie",
] as const;

export const PRICE_BANDS = ["0-20", "20-40", "40-60", "60+"] as const;
export type PriceBand = (typeof PRICE_BANDS)[number];

export const SORTS = ["relevance", "price_asc", "price_desc", "date", "rating"] as const;
export type Sort = (typeof SORTS)[number];

export const SESSION_FILTERS = ["last-minute", "nearby"] as const;

/** 9 cards a page (R2); the pager stops at page 100 (budget of the deep page). */
export const PAGE_SIZE = 9;
export const LAST_PAGE = 100;
/** Counts are exact up to here, then « plus de 1 000 ». */
export const COUNT_LIMIT = 1_000;

/** In an address « + » means a space: `price=60+`, written by hand, arrives as « 60 ». */
function priceBand<Band extends z.ZodType>(band: Band) {
  return z.preprocess((value) => (value === "60 " ? "60+" : value), band);
}

const searchText = z.string().trim().max(200).default("").catch("");

/** At most so many of a list in one answer of the JSON API. */
const MAX_LIMIT = 100;
export const listLimit = z.coerce
  .number({ error: "La limite doit être un nombre" })
  .int({ error: "La limite doit être un nombre entier" })
  .min(1, { error: "La limite doit être entre 1 et 100" })
  .max(MAX_LIMIT, { error: "La limite doit être entre 1 et 100" })
  .default(20);

/**
 * What an address of /sessions says. An address never fails: what cannot be understood is left out,
 * because people edit and truncate addresses.
 */
export const searchQuery = z.object({
  filter: z.enum(SESSION_FILTERS).optional().catch(undefined),
  q: searchText,
  location: searchText,
  category: searchText,
  professional: z.uuid().optional().catch(undefined),
  price: priceBand(z.enum(PRICE_BANDS).optional().catch(undefined)),
  sort: z.enum(SORTS).default("relevance").catch("relevance"),
  page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1).catch(1),
});
export type SearchQuery = z.output<typeof searchQuery>;

const askedText = z.string().trim().max(200, { error: "200 caractères au plus" }).default("");

/** What a program asks for (JSON API): the same names, but what cannot be understood is refused. */
export const sessionListQuery = z.object({
  filter: z.enum(SESSION_FILTERS, { error: "Filtre inconnu" }).optional(),
  q: askedText,
  location: askedText,
  category: askedText,
  professional: z.uuid({ error: "Identifiant invalide" }).optional(),
  price: priceBand(z.enum(PRICE_BANDS, { error: "Tranche de prix inconnue" }).optional()),
  sort: z.enum(SORTS, { error: "Tri inconnu" }).default("relevance"),
  /** Comma-separated; these sessions then, bookable or not, and nothing else is looked at. */
  ids: z
    .string()
    .transform((ids) => ids.split(",").filter((id) => id !== ""))
    .pipe(
      z
        .array(z.uuid({ error: "Identifiant invalide" }))
        .max(MAX_LIMIT, { error: "100 identifiants au plus" }),
    )
    .optional(),
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** One bookable session as a card shows it. Times are instants; labels are made where they are drawn. */
export interface SessionCardView {
  id: string;
  title: string;
  /** The activity type's name, for example « Yoga ». */
  category: string;
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  /** Minutes. */
  duration: number;
  capacity: number;
  city: string | null;
  isOnline: boolean;
  imageUrl: string | null;
  professional: {
    id: string;
    businessName: string;
    rating: number;
    totalReviews: number;
    isVerified: boolean;
  };
  /**
   * The earliest future slot with a free seat; null: « À programmer ». In lists the seats are exact
   * as long as they are few enough to be spoken of (LOW_STOCK).
   */
  nextSlot: { start: Date; availableSpots: number } | null;
}

/** What search keeps of a card. */
export type OfferCard = Omit<SessionCardView, "nextSlot">;

export interface SearchResult {
  sessions: SessionCardView[];
  /** Exact up to COUNT_LIMIT; `hasMore` says that there are more than that. */
  count: number;
  hasMore: boolean;
  page: number;
  pageCount: number;
  /** The practitioner that the address names, for the list's title. */
  professionalName: string | null;
  /** The nearest other places and dates when nothing was found: a way out of an empty list. */
  suggestions: { cities: string[]; withoutFilters: number };
}

export interface SlotView {
  id: string;
  start: Date;
  end: Date;
  availableSpots: number;
}

export interface ProfessionalView {
  id: string;
  businessName: string;
  businessDescription: string;
  businessCity: string | null;
  businessPostalCode: string | null;
  rating: number;
  totalReviews: number;
  isVerified: boolean;
  /** Names of the activity types they offer. */
  categories: string[];
}

export interface ActivityTypeView {
  id: string;
  name: string;
  /** « session » for the types of sessions (S2§3). */
  category: string;
}

/** Why nobody can book, when nobody can; null when a slot may be chosen (R18). */
export type Unbookable = "inactive" | "no_slot" | "sold_out" | "professional_unavailable" | "own";

export interface SessionDetailView extends Omit<SessionCardView, "professional"> {
  isActive: boolean;
  activityType: ActivityTypeView;
  description: string;
  address: string | null;
  postalCode: string | null;
  included: string[];
  requirements: string[];
  tags: string[];
  /** Future slots, sold-out ones included, earliest first. */
  slots: SlotView[];
  professional: ProfessionalView;
  unbookable: Unbookable | null;
}

export interface HomeView {
  /** Within 72 hours, at most 2 (S1§9). */
  lastMinute: SessionCardView[];
  categories: { name: string; count: number }[];
  /** Rated 4.5 or more, at most 2. */
  popular: ProfessionalView[];
}

/** What has slots: the two kinds share one way of taking a seat (R22). */
export type SlotKind = "session" | "activity";

/** A seat that the transaction now owns, and what is being sold with it. */
export interface Seat {
  slotId: string;
  start: Date;
  end: Date;
  /** How many are left after this one. */
  availableSpots: number;
  /** The session's or the activity's id. */
  offeringId: string;
  title: string;
  /** What the client pays. */
  priceCents: Cents;
  professionalId: string;
  professionalUserId: string;
  businessName: string;
  stripeAccountId: string;
}

export type SeatRefusal =
  | "unknown"
  | "inactive"
  | "professional_unavailable"
  | "past"
  | "own"
  | "sold_out";
