import { z } from "zod";
import { optional, paragraphs } from "../../catalogue/fields/schema.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { fromParis } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { OtherHour } from "../cancellation/schema.ts";
import { MOST_SLOTS, WORD_LENGTH } from "./rules.ts";

const WHEN = "Indiquez un jour et une heure";

/** An instant with its offset, or an hour by the clock in Paris; of one that comes twice, the first. */
const hour = z.string(WHEN).transform((text, context): Date => {
  const isInstant = z.iso.datetime({ offset: true }).safeParse(text).success;
  const found = isInstant ? new Date(text) : fromParis(text);
  if (found && found.getUTCFullYear() < 9_999) return found;
  context.addIssue({ code: "custom", message: WHEN });
  return z.NEVER;
});

/** A stretch of time. */
export const costInput = z.object({ from: hour, to: hour });

export const cancelPeriodInput = z.object({
  /** The slots that do not take place, in any order. */
  slotIds: z
    .array(z.uuid(), "Choisissez au moins un créneau")
    .min(1, "Choisissez au moins un créneau")
    .max(MOST_SLOTS, `${MOST_SLOTS} créneaux au plus à la fois`),
  /** Read by every client with the cancellation; null without. */
  word: optional(paragraphs(WORD_LENGTH)),
  /** The refunds that were shown for these slots, in cents: more than that is asked about again. */
  refundCents: z.number().int().min(0).optional(),
});

/** A slot that would not take place, with what that costs. */
export interface Stop {
  slotId: string;
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  /** « Julie M. », whether it is their first booking here, and their seats. */
  people: { name: string; firstName: string; isFirst: boolean; seats: number; dueCents: Cents }[];
  /** Open checkouts, which end with it. */
  held: number;
  /** Seats of clients from elsewhere, whom only their professional can tell. */
  outside: number;
  /** The sum that its clients get back, and the platform's part of that. */
  refundCents: Cents;
  commissionCents: Cents;
  /** Up to three other hours for its clients. */
  others: OtherHour[];
}

export interface PeriodView {
  from: Date;
  to: Date;
  /** The starts of slots that have begun with somebody in them: they stay. */
  running: Date[];
  /** Those with somebody in them come first, then by start. */
  stops: Stop[];
}
