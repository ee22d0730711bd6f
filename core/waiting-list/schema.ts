import { z } from "zod";
import type { SlotKind } from "../catalogue/schema.ts";
import { seatCount } from "../catalogue/slots/schema.ts";
import type { Offer } from "./rules.ts";

export const joinInput = z.object({ slotId: z.uuid(), seats: seatCount.default(1) });
export const slotInput = z.object({ slotId: z.uuid() });
export const entryInput = z.object({ entryId: z.uuid() });

/** A slot with a waiting list, for its visitor. */
export interface WaitingSlot {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  category: string;
  imageUrl: string | null;
  professionalName: string;
  start: Date;
  end: Date;
  isOnline: boolean;
  city: string | null;
  capacity: number;
  /** How many wait for it. */
  waiting: number;
  /** Seats that anybody can book now. */
  onSale: number;
}

/** One's own place in the line of a slot. */
export interface WaitingView extends WaitingSlot {
  id: string;
  seats: number;
  /** From 1 on. */
  rank: number;
  /** The running offer. */
  offer: Offer | null;
  createdAt: Date;
}
