import { z } from "zod";
import { askedText } from "../../texts/asked-text.ts";
import type { Publishable } from "../publishing/schema.ts";
import type { SlotKind, Withheld } from "../schema.ts";

/** The states of one's own offerings, as an address names them. */
export const OWN_STATES = ["en-ligne", "en-pause", "brouillon", "archivee"] as const;
export type OwnState = (typeof OWN_STATES)[number];

/** The query of /mes-seances. Invalid values are ignored, so the page always opens. */
export const ownQuery = z.object({
  q: askedText,
  etat: z.enum(OWN_STATES).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
});

/** One of the professional's own offerings in their list. */
export interface OwnOffering extends Publishable {
  state: Exclude<OwnState, "brouillon">;
  withheld: Withheld | null;
  /** The start of the next slot; null is shown as « À programmer ». */
  nextStart: Date | null;
  /** The number of future slots. */
  coming: number;
  /** Their seats that are sold or on sale, those of them that are taken, and of these by clients from elsewhere. */
  seats: number;
  taken: number;
  outside: number;
}

/** An offering that is not published yet. */
export interface OwnDraft {
  id: string;
  kind: SlotKind;
  title: string | null;
  updatedAt: Date;
}

export interface OwnPage {
  offerings: OwnOffering[];
  drafts: OwnDraft[];
  /** The number of matches in each state. */
  counts: Record<OwnState, number>;
  page: number;
  pageCount: number;
}
