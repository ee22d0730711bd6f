import { z } from "zod";
import type { Cents } from "../../money.ts";
import { fallSteps } from "../../prices/schema.ts";
import { begunVersion } from "../../versions.ts";
import { capacity, duration, euros, instant, optionalEuros } from "../fields/schema.ts";
import type { Publishable, SlotKind } from "../schema.ts";

const flag = z.boolean("Ce champ est vrai ou faux");

export const publishInput = z.object({
  offeringId: z.uuid("Choisissez une séance"),
  start: instant,
  minutes: duration.optional(),
  seats: capacity.optional(),
  /** Euros before any reduction; no steps, no fall (rule: falling-price). */
  price: euros.optional(),
  fallSteps: fallSteps.nullish(),
  fallFloor: optionalEuros.optional(),
  /** Whether it may overlap another slot of the same professional (rule: one-place). */
  parallel: flag.default(false),
});

export const moveInput = z.object({
  slotId: z.uuid(),
  version: begunVersion,
  start: instant.optional(),
  minutes: duration.optional(),
  seats: capacity.optional(),
  parallel: flag.optional(),
});

export interface Touching {
  /** Null for a busy time, whose title is private. */
  title: string | null;
  start: Date;
  end: Date;
  /** Booked: then nobody could book the new slot. */
  isTaken: boolean;
}

export interface Overlap {
  start: Date;
  end: Date;
  near: Touching;
  shorter: number | null;
  /** Minutes between two appointments. */
  buffer: number;
}

export type AskedOverlap = Overlap & { knowing: string };

export interface PublishedSlot {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  end: Date;
  capacity: number;
  free: number;
  isParallel: boolean;
  version: number;
  priceCents: Cents;
  path: string;
  message: string;
}

export interface Suggestion {
  offerings: Publishable[];
  chosen: Publishable | null;
  today: { day: string; times: string[] };
  tomorrow: { day: string; times: string[] };
  /** Minutes between two appointments. */
  buffer: number;
}
