import { z } from "zod";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { MoveMoney } from "./rules.ts";

export const showMoveInput = z.object({ bookingId: z.uuid() });

export const moveInput = z.object({
  bookingId: z.uuid(),
  slotId: z.uuid("Choisissez un horaire"),
  /** In cents: compared, never believed. */
  payCents: z.coerce.number().int().min(0).optional(),
  backCents: z.coerce.number().int().min(0).optional(),
});

export interface MoveChoice extends MoveMoney {
  slotId: string;
  start: Date;
  end: Date;
}

export interface MoveView {
  bookingId: string;
  kind: SlotKind;
  offeringId: string;
  professionalId: string;
  title: string;
  date: string;
  time: string;
  seats: number;
  until: Date;
  isMovable: boolean;
  choices: MoveChoice[];
}
