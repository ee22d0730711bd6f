import { z } from "zod";
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
