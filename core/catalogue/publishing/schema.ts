import { z } from "zod";
import type { Cents } from "../../money.ts";
import { type FallStep, fallSteps } from "../../prices/schema.ts";
import { begunVersion } from "../../versions.ts";
import { capacity, duration, euros, instant, optionalEuros } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";

const flag = z.boolean("Ce champ est vrai ou faux");

/** One more slot of an offering. Fields that are left out have the offering's values. */
export const publishInput = z.object({
  offeringId: z.uuid("Choisissez une séance"),
  start: instant,
  minutes: duration.optional(),
  seats: capacity.optional(),
  /**
   * The price in euros before any reduction, the steps by which it falls (an empty list for none),
   * and the floor (rule: falling-price).
   */
  price: euros.optional(),
  fallSteps: fallSteps.nullish(),
  fallFloor: optionalEuros.optional(),
  /** Whether it may overlap another slot of the same professional (rule: one-place). */
  parallel: flag.default(false),
});

/** New hours or seats of a free slot; fields that are left out do not change. */
export const moveInput = z.object({
  slotId: z.uuid(),
  version: begunVersion,
  start: instant.optional(),
  minutes: duration.optional(),
  seats: capacity.optional(),
  parallel: flag.optional(),
});

/** A slot of the same professional, or a busy time, that is too close. */
export interface Touching {
  /** Null for a busy time, whose title is private. */
  title: string | null;
  start: Date;
  end: Date;
  /** Whether it is booked: then nobody could book the new slot. */
  isTaken: boolean;
}

/** A slot that is about to be published, and the first one that it is too close to. */
export interface Overlap {
  start: Date;
  end: Date;
  near: Touching;
  /** The longest duration in minutes that would avoid it; null if none would. */
  shorter: number | null;
  /** Minutes between two appointments. */
  buffer: number;
}

/**
 * The same with the value that the form sends back, to show that its user has read the question.
 */
export type AskedOverlap = Overlap & { knowing: string };

/** A published slot, with everything that is needed to share it. */
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
  /** The short address as a path, beginning with `/`. */
  path: string;
  /** « Une place se libère ce soir à 18:00, sophrologie à Lyon, 45,00 €. » */
  message: string;
}

/** An offering in the form for publishing one of its slots. */
export interface Publishable {
  id: string;
  kind: SlotKind;
  title: string;
  category: string;
  imageUrl: string | null;
  isOnline: boolean;
  city: string | null;
  /** Minutes. */
  duration: number;
  capacity: number;
  priceCents: Cents;
  /** Null when its price does not fall. */
  fallSteps: FallStep[] | null;
  /** The floor of its price, or the one that the form suggests. */
  fallFloorCents: Cents;
}

/** The initial state of the form « Publier une place ». */
export interface Suggestion {
  /** Most recently published first. */
  offerings: Publishable[];
  /** Null if the professional has no active offering. */
  chosen: Publishable | null;
  /** The free hours of each day, « 18:00 »; the form suggests the first. */
  today: { day: string; times: string[] };
  tomorrow: { day: string; times: string[] };
  /** Minutes between two appointments. */
  buffer: number;
}
