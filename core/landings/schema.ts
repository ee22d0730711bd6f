import { z } from "zod";
import type { SessionCardView } from "../catalogue/schema.ts";
import type { Cents } from "../money.ts";

export const landingQuery = z.object({
  activity: z.string().max(200).optional(),
  city: z.string().max(200).optional(),
});

export interface LandingLink {
  name: string;
  path: string;
}

export interface LandingView {
  activity: LandingLink & { formerNames: string[] };
  city: LandingLink | null;
  figures: {
    sessions: number;
    practitioners: number;
    hasMore: boolean;
    fromCents: Cents | null;
    nextAt: Date | null;
  };
  /** The soonest first, after a boosted one (rule: boost). */
  sessions: SessionCardView[];
  boosted: string[];
  cities: LandingLink[];
  activities: LandingLink[];
}

export interface LandingEntry extends LandingLink {
  formerNames: string[];
  cities: LandingLink[];
}

export interface SitemapEntry {
  path: string;
  changedAt: Date | null;
}

export const SITEMAP_KINDS = ["praticiens", "sessions", "activites"] as const;

export const sitemapPart = z.object({
  kind: z.enum(SITEMAP_KINDS),
  from: z.uuid(),
});
export type SitemapPart = z.output<typeof sitemapPart>;
