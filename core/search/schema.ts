import { z } from "zod";
import type { SessionCardView, Sort } from "../catalogue/schema.ts";
import type { PriceBand } from "../offers/rules.ts";

/** A search, as somebody typed it. */
export interface OfferQuery {
  q: string;
  location: string;
  category: string;
  professional?: string | undefined;
  price?: PriceBand | undefined;
  lastMinute: boolean;
  sort: Sort;
}

/** The same, in the terms of the read model. An offer must meet all of it. */
export interface Target {
  /** Stems; the first leads: its rank orders by relevance, its index is walked. */
  terms: string[];
  /** Any of these; null for anywhere. */
  cities: string[] | null;
  /** Digits that the postcode begins with. */
  postcode: string | null;
  type: { id: string; mark: string } | null;
  professionalId: string | null;
  price: PriceBand | null;
  lastMinute: boolean;
  sort: Sort;
}

/** The position of an offer in the order of a result: its sort keys and its id (keyset cursor). */
export const offerKey = z.object({
  sessionId: z.uuid(),
  /** 0: the leading word stands in the title or type; 1: only in business name or description. */
  rank: z.number().int().min(0).max(1),
  /** To the microsecond, as PostgreSQL keeps it. */
  nextSlotAt: z.iso.datetime().refine((instant) => instant >= "1970"),
  priceCents: z.int32().min(0),
  rating: z.number().min(0).max(5),
});
export type OfferKey = z.output<typeof offerKey>;

export interface FoundOffer {
  key: OfferKey;
  card: SessionCardView;
}

export interface Search {
  target: Target;
  now: Date;
  /** Only offers after this one, in the order of the result. */
  after: OfferKey | null;
}

export interface Page {
  offset: number;
  limit: number;
}

/** How far search goes for one page. */
export interface Length {
  /** This many offers are needed, of all that come first in the order of the result. */
  needed: number;
  /** At most this many are looked up to find them. */
  budget: number;
}

export interface Limits {
  /** Lengths for pages, the shortest first. */
  pages: readonly Length[];
  counting: Length;
  /** This many are no longer few: enough for the count, too many to sort them all. */
  few: number;
  /** The budget of the second walk, for what the first has shown to be frequent enough. */
  farBudget: number;
  /** The same where there is no other way, because no condition is known as a fact. */
  onlyBudget: number;
}

/** The text of one of the two search fields, while somebody types. */
export const suggestionQuery = z.object({
  field: z.enum(["what", "where"], { error: "Champ inconnu" }),
  q: z.string().trim().max(100, { error: "100 caractères au plus" }),
});

/** A guess at what somebody is typing. */
export interface Suggestion {
  kind: "activity" | "professional" | "place";
  /** « Massage », « Maison Basile », « Lyon », « 69003 Lyon ». */
  label: string;
  /** The professional's; null for the others. */
  id: string | null;
  /** The professional's city, to tell namesakes apart. */
  city: string | null;
}
