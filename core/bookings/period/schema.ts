import { z } from "zod";
import { optional, paragraphs } from "../../catalogue/fields/schema.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { fromParis } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { OtherHour } from "../cancellation/schema.ts";
import { MOST_SLOTS, WORD_LENGTH } from "./rules.ts";

const WHEN = "Indiquez un jour et une heure";

/** An instant with its offset, or a local time in Paris; of an hour that comes twice, the first. */
const hour = z.string(WHEN).transform((text, context): Date => {
  const isInstant = z.iso.datetime({ offset: true }).safeParse(text).success;
  const found = isInstant ? new Date(text) : fromParis(text);
  if (found && found.getUTCFullYear() < 9_999) return found;
  context.addIssue({ code: "custom", message: WHEN });
  return z.NEVER;
});

export const costInput = z.object({ from: hour, to: hour });

export const cancelPeriodInput = z.object({
  ...costInput.shape,
  /** The slots to cancel, in any order. */
  slotIds: z
    .array(z.uuid(), "Choisissez au moins un créneau")
    .min(1, "Choisissez au moins un créneau")
    .max(MOST_SLOTS, `${MOST_SLOTS} créneaux au plus à la fois`),
  /** The message that every client gets with the cancellation; null for none. */
  word: optional(paragraphs(WORD_LENGTH)),
  /**
   * The sum of the refunds that was shown, in cents. If the real sum is higher, the professional
   * has to confirm again.
   */
  refundCents: z.number().int().min(0).optional(),
});

/** A slot to cancel, with the cost of that. */
export interface Stop {
  slotId: string;
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  /** « Julie M. », whether it is their first booking here, and their seats. */
  people: { name: string; firstName: string; isFirst: boolean; seats: number; dueCents: Cents }[];
  /** The number of open checkouts, which end with the slot. */
  held: number;
  /** Seats of clients who booked elsewhere, whom only the professional can inform. */
  outside: number;
  /** The refunds of its clients, and the platform's commission in them. */
  refundCents: Cents;
  commissionCents: Cents;
  /** Up to three other slots for its clients. */
  others: OtherHour[];
}

export interface PeriodView {
  from: Date;
  to: Date;
  /** The starts of booked slots that have begun already, and are therefore not cancelled. */
  running: Date[];
  /** Booked slots first, then by start. */
  stops: Stop[];
}
