import { z } from "zod";
import { optional, paragraphs } from "../../catalogue/fields/schema.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { fromParis } from "../../dates.ts";
import type { Cents } from "../../money.ts";
import type { OtherHour } from "../cancellation/find-other-hours.server.ts";
import { MAX_SLOTS, WORD_LENGTH } from "./rules.ts";

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
  slotIds: z
    .array(z.uuid(), "Choisissez au moins un créneau")
    .min(1, "Choisissez au moins un créneau")
    .max(MAX_SLOTS, `${MAX_SLOTS} créneaux au plus à la fois`),
  word: optional(paragraphs(WORD_LENGTH)),
  /** In cents; a higher real sum has to be confirmed again. */
  refundCents: z.number().int().min(0).optional(),
});

export interface Stop {
  slotId: string;
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  /** `name`: « Julie M. »; `isFirst`: their first booking here. */
  people: { name: string; firstName: string; isFirst: boolean; seats: number; dueCents: Cents }[];
  held: number;
  outside: number;
  refundCents: Cents;
  commissionCents: Cents;
  others: OtherHour[];
}
