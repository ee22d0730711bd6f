import { z } from "zod";
import { askedText } from "../../texts/asked-text.ts";
import type { Publishable, SlotKind, Withheld } from "../schema.ts";

const OWN_STATES = ["en-ligne", "en-pause", "brouillon", "archivee"] as const;
export type OwnState = (typeof OWN_STATES)[number];

/** Invalid values are ignored, so the page always opens. */
export const ownQuery = z.object({
  q: askedText,
  etat: z.enum(OWN_STATES).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
});

export interface OwnOffering extends Publishable {
  state: Exclude<OwnState, "brouillon">;
  withheld: Withheld | null;
  nextStart: Date | null;
  coming: number;
  /** Sold or on sale; of them taken; of these by clients from elsewhere. */
  seats: number;
  taken: number;
  outside: number;
}

export interface OwnDraft {
  id: string;
  kind: SlotKind;
  title: string | null;
  updatedAt: Date;
}

export interface OwnPage {
  offerings: OwnOffering[];
  drafts: OwnDraft[];
  counts: Record<OwnState, number>;
  page: number;
  pageCount: number;
}
