import { z } from "zod";
import type { SessionCardView } from "../catalogue/schema.ts";
import type { Cents } from "../money.ts";

/** The two parts of a landing page's address, as typed. */
export const landingQuery = z.object({
  activity: z.string().max(200).optional(),
  city: z.string().max(200).optional(),
});

/** A breadcrumb of a landing page, or a neighbour of it. */
export interface LandingLink {
  name: string;
  /** `/bien-etre/yoga/lyon` */
  path: string;
}

/** The bookable sessions in numbers. */
export interface LandingFigures {
  /** Exact up to COUNT_LIMIT; `hasMore` says that there are more. */
  sessions: number;
  /** Among the COUNT_LIMIT sessions that come first. */
  practitioners: number;
  hasMore: boolean;
  /** The lowest price for a client; null without a session. */
  fromCents: Cents | null;
  nextAt: Date | null;
}

/** The page of an activity, or of an activity in a city. */
export interface LandingView {
  /** With the names that lead to it. */
  activity: LandingLink & { formerNames: string[] };
  city: LandingLink | null;
  figures: LandingFigures;
  /** The next ones, the soonest first, after one that is boosted (rule: boost). */
  sessions: SessionCardView[];
  /** The ids of those that are boosted. */
  boosted: string[];
  /** The same activity elsewhere: the nearest places first, or those with most sessions. */
  cities: LandingLink[];
  /** Other activities that can be booked, in the same city when there is one. */
  activities: LandingLink[];
}

/** One activity on the page that leads to all of them. */
export interface LandingEntry extends LandingLink {
  /** The names that lead to it. */
  formerNames: string[];
  /** The cities with most sessions. */
  cities: LandingLink[];
}

/** An address for search engines, and the instant of its last change. */
export interface SitemapEntry {
  path: string;
  changedAt: Date | null;
}

/** The kinds of pages that the sitemap lists in ranges of ids. */
export const SITEMAP_KINDS = ["praticiens", "sessions", "activites"] as const;

/**
 * The beginning of a part of the sitemap: this id, and up to {@link SITEMAP_RANGE} rows from there.
 */
export const sitemapPart = z.object({
  kind: z.enum(SITEMAP_KINDS),
  from: z.uuid(),
});
export type SitemapPart = z.output<typeof sitemapPart>;
