import { z } from "zod";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { MoveMoney } from "./rules.ts";

/** The booking whose client looks for another slot. */
export const showMoveInput = z.object({ bookingId: z.uuid() });

export const moveInput = z.object({
  bookingId: z.uuid(),
  slotId: z.uuid("Choisissez un horaire"),
  /** The amounts that the client was shown, in cents: compared, never believed. */
  payCents: z.coerce.number().int().min(0).optional(),
  backCents: z.coerce.number().int().min(0).optional(),
});

/** Another slot of the same offering, with what moving there costs. */
export interface MoveChoice extends MoveMoney {
  slotId: string;
  start: Date;
  end: Date;
}

/** A booking that its client may move, or the slots that there are for it. */
export interface MoveView {
  bookingId: string;
  kind: SlotKind;
  offeringId: string;
  professionalId: string;
  title: string;
  date: string;
  time: string;
  seats: number;
  /** Until when it can be moved. */
  until: Date;
  isMovable: boolean;
  choices: MoveChoice[];
}
