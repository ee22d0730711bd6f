import { z } from "zod";
import type { Publishable } from "../publishing/schema.ts";
import type { SlotKind } from "../schema.ts";

/** The states of one's own offerings, as an address names them. */
export const OWN_STATES = ["en-ligne", "en-pause", "brouillon", "archivee"] as const;
export type OwnState = (typeof OWN_STATES)[number];

/** The query of /mes-seances. An address never fails: a value that makes no sense is left out. */
export const ownQuery = z.object({
  q: z.string().trim().max(100).catch(""),
  etat: z.enum(OWN_STATES).nullable().catch(null),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
});

/** One of one's own offerings in their list. */
export interface OwnOffering extends Publishable {
  state: Exclude<OwnState, "brouillon">;
  /** The start of its next slot; null: « À programmer ». */
  nextStart: Date | null;
  /** Slots to come, and seats in them that somebody has. */
  coming: number;
  taken: number;
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
  /** Those that the words leave, in each state. */
  counts: Record<OwnState, number>;
  page: number;
  pageCount: number;
}
