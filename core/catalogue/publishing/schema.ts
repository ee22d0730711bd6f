import { z } from "zod";
import type { Cents } from "../../money.ts";
import { type FallStep, fallSteps } from "../../prices/schema.ts";
import type { OfferCard } from "../../tables.server.ts";
import { begunVersion } from "../../versions.ts";
import { capacity, duration, euros, instant, optionalEuros } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";

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

/** The first slot that it is too close to. */
export interface Overlap {
  start: Date;
  end: Date;
  near: Touching;
  /** Minutes; null if none would avoid it. */
  shorter: number | null;
  /** Minutes between two appointments. */
  buffer: number;
}

/** `knowing` is sent back to show that its user has read the question. */
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
  /** Begins with `/`. */
  path: string;
  /** « Une place se libère ce soir à 18:00, sophrologie à Lyon, 45,00 €. » */
  message: string;
}

export interface Publishable extends Omit<OfferCard, "discountedPriceCents" | "professional"> {
  kind: SlotKind;
  /** Null when its price does not fall. */
  fallSteps: FallStep[] | null;
  /** Its own, or the one that the form suggests. */
  fallFloorCents: Cents;
}

export interface Suggestion {
  /** Most recently published first. */
  offerings: Publishable[];
  /** Null without an active offering. */
  chosen: Publishable | null;
  /** Free hours, « 18:00 »; the form suggests the first. */
  today: { day: string; times: string[] };
  tomorrow: { day: string; times: string[] };
  /** Minutes between two appointments. */
  buffer: number;
}
