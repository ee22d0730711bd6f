import { z } from "zod";
import type { SlotKind } from "../catalogue/schema.ts";
import { seatCount } from "../catalogue/slots/schema.ts";
import type { Offer } from "./rules.ts";

export const joinInput = z.object({ slotId: z.uuid(), seats: seatCount.default(1) });
export const slotInput = z.object({ slotId: z.uuid() });
export const entryInput = z.object({ entryId: z.uuid() });

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
  waiting: number;
  onSale: number;
}

export interface WaitingView extends WaitingSlot {
  id: string;
  seats: number;
  rank: number;
  offer: Offer | null;
  createdAt: Date;
}
