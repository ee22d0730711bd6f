import { z } from "zod";
import type { Cents } from "../../money.ts";
import { type FallStep, fallSteps } from "../../prices/schema.ts";
import { begunVersion } from "../../versions.ts";
import { capacity, duration, euros, instant, optionalEuros } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";

const flag = z.boolean("Ce champ est vrai ou faux");

/** One more slot of an offering. Everything else is the offering's when left out. */
export const publishInput = z.object({
  offeringId: z.uuid("Choisissez une séance"),
  start: instant,
  minutes: duration.optional(),
  seats: capacity.optional(),
  /** Euros before any cut, the steps by which it falls, none for an empty list, and the floor (rule: falling-price). */
  price: euros.optional(),
  fallSteps: fallSteps.nullish(),
  fallFloor: optionalEuros.optional(),
  /** Whether another slot of hers may be at the same time (rule: one-place). */
  parallel: flag.default(false),
});

/** A move of a free slot: what is left out stays. */
export const moveInput = z.object({
  slotId: z.uuid(),
  version: begunVersion,
  start: instant.optional(),
  minutes: duration.optional(),
  seats: capacity.optional(),
  parallel: flag.optional(),
});

/** Another slot of the same professional that is too close, or a busy time. */
export interface Touching {
  /** Null for a busy time, whose title is nobody's business here. */
  title: string | null;
  start: Date;
  end: Date;
  /** Somebody has a seat in it: then nobody could book the new one. */
  isTaken: boolean;
}

/** A slot that is about to be offered, and the first that it is too close to. */
export interface Overlap {
  start: Date;
  end: Date;
  near: Touching;
  /** The longest that it could last instead, in minutes; null when no length would do. */
  shorter: number | null;
  /** Minutes between two appointments. */
  buffer: number;
}

/** The same as a question, with the value by which the form says that it was read. */
export type AskedOverlap = Overlap & { knowing: string };

/** A slot that is on line, with everything to share it. */
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
  /** The short address, from `/` on. */
  path: string;
  /** « Une place se libère ce soir à 18:00, sophrologie à Lyon, 45,00 €. » */
  message: string;
}

/** An offering that a place can be published of. */
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
  /** Its floor, or one to begin with. */
  fallFloorCents: Cents;
}

/** The form of « Publier une place » as it is first shown. */
export interface Suggestion {
  /** The most recently published first. */
  offerings: Publishable[];
  /** Null without any that is on line. */
  chosen: Publishable | null;
  /** The next free half-hours of two days, « 18:00 », of which the first is suggested. */
  today: { day: string; times: string[] };
  tomorrow: { day: string; times: string[] };
  /** Minutes between two appointments. */
  buffer: number;
}
