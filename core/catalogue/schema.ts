import { z } from "zod";
import { listLimit } from "../cursor.ts";
import type { Weekday } from "../dates.ts";
import type { Cents } from "../money.ts";
import type { ClosedBy } from "../occupancy/open-at.server.ts";
import type { FallStep, PriceStep, PriceView } from "../prices/schema.ts";
import type { ListedProfessional, ProfessionalView } from "../professionals/schema.ts";
import type { OfferCard } from "../tables.server.ts";
import type { OfferingList } from "./fields/schema.ts";

/** One bookable session as a card shows it. Times are instants; labels are made where they are drawn. */
export interface SessionCardView extends OfferCard {
  /**
   * The earliest future slot with a free seat, in a search the first that fits; null: « À
   * programmer ». In lists the number of seats is exact as long as it is mentioned (LOW_STOCK).
   */
  nextSlot: { id: string; start: Date; availableSpots: number } | null;
  /** That slot's, at the instant of reading. */
  price: PriceView;
}

export interface SlotView {
  id: string;
  start: Date;
  end: Date;
  availableSpots: number;
  /**
   * The latest instant at which the first held seat of a full slot may be free again; null for a
   * slot with free seats or without holds.
   */
  heldUntil: Date | null;
  /** At the instant of reading. */
  price: PriceView;
  /** The price before any cut, and the cuts; empty when it does not fall. */
  steps: PriceStep[];
  /**
   * Why it cannot be booked though seats are free (rules: one-place, own-time, notice): it is too
   * late, or its professional is taken at that hour, by what is theirs alone to know.
   */
  closed: "notice" | "taken" | null;
}

/** The same for a program: instants as text, « 2026-12-31T17:30:00.000Z ». */
export interface ListedSlot
  extends Omit<SlotView, "start" | "end" | "heldUntil" | "price" | "steps"> {
  start: string;
  end: string;
  heldUntil: string | null;
  nowCents: Cents;
}

export interface ActivityTypeView {
  id: string;
  name: string;
  /** « session » for the types of sessions. */
  category: string;
}

/** A category that a professional typed, and that the operator has not accepted for everybody. */
export interface ProposedType {
  name: string;
  /** How many sessions have it. */
  sessions: number;
  /** Names of the businesses that use it. */
  by: string[];
}

/** Why nobody can book; null when a slot may be chosen (rule: bookable). */
export type Unbookable =
  | "inactive"
  | "no_slot"
  | "sold_out"
  | "held"
  | "professional_unavailable"
  | "own";

/**
 * A session or an activity with its coming slots, for its page. Its online link is only for clients
 * who have paid (rule: online-link).
 */
export interface OfferingView<Kind extends SlotKind = SlotKind>
  extends Omit<SessionCardView, "professional">,
    Record<OfferingList, string[]> {
  description: string;
  /** For its owner alone; buyers read it in their booking (rule: somewhere-to-go). */
  address: string | null;
  postalCode: string | null;
  isActive: boolean;
  isRecurring: boolean;
  /** English names of weekdays; null for a single date. */
  recurringDays: string[] | null;
  createdAt: Date;
  tags: string[];
  activityType: { session: ActivityTypeView; activity: null }[Kind];
  professional: ProfessionalView;
  /** Future slots, sold-out ones included, earliest first. */
  slots: SlotView[];
  unbookable: Unbookable | null;
}

/** A session as a program lists it: there may be a hundred, with some ten slots each. */
export interface ListedSession
  extends Omit<
    OfferingView<"session">,
    "createdAt" | "slots" | "nextSlot" | "professional" | "unbookable"
  > {
  slots: ListedSlot[];
  professional: ListedProfessional;
}

/** A program's query: activities, the newest first. An address of /activites has the same. */
export const activityListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/**
 * The position of an activity in the list: its creation, to the microsecond, and its id. In a cursor
 * with those that stood at the head of the list, which do not come again (rule: boost).
 */
export const activityKey = z.object({
  createdAt: z.iso.datetime(),
  activityId: z.uuid(),
  shown: z.array(z.uuid()).max(2).default([]),
});
export type ActivityKey = Omit<z.output<typeof activityKey>, "shown">;

/** The two kinds of offerings, whose seats are taken in the same way (rule: activities-alike). */
export type SlotKind = "session" | "activity";

/** The seats that the transaction now owns, with their slot and offering. */
export interface Seat {
  slotId: string;
  start: Date;
  end: Date;
  /** The seats left after these. */
  availableSpots: number;
  /** The session's or the activity's id. */
  offeringId: string;
  title: string;
  /** The client's price for each of them. */
  priceCents: Cents;
  professionalId: string;
  professionalUserId: string;
  businessName: string;
  stripeAccountId: string;
}

export type SeatRefusal =
  | "unknown"
  | "inactive"
  | "professional_unavailable"
  | "past"
  | "own"
  | "sold_out"
  | "too_few"
  | ClosedBy;

// ─── What a professional publishes ─────────────────────────────────────────────────────────────

/** A recurrence, in Paris time (rule: slots-ahead). */
export interface Recurrence {
  days: readonly Weekday[];
  /** « 18:30 » */
  time: string;
  /** The last day, « 2026-12-31 »; null without an end. */
  until: string | null;
}

/** An activity has one of these four categories. */
export const ACTIVITY_CATEGORIES = ["Atelier", "Workshop", "Coworking", "Autre"] as const;

/** One's own offering, with the columns that only its owner reads. */
export interface OwnOfferingView<Kind extends SlotKind = SlotKind> extends OfferingView<Kind> {
  onlineLink: string | null;
  recurrence: Recurrence | null;
  /** How its price falls; null when it does not. */
  fallSteps: readonly FallStep[] | null;
  fallFloorCents: Cents | null;
  /**
   * « 18:30 »: the hour in Paris at which its latest slot begins, past ones included; null without
   * any.
   */
  usualTime: string | null;
  /** Counts its edits. */
  version: number;
  /** Coming slots that clients can see. */
  slots: OwnSlotView[];
}

export interface OwnSlotView extends SlotView {
  /** Bookings that hold a seat, open checkouts included. */
  live: number;
}
