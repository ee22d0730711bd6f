import { z } from "zod";
import { listLimit } from "../cursor.ts";
import type { Weekday } from "../dates.ts";
import type { Cents } from "../money.ts";
import type { ClosedBy } from "../occupancy/is-slot-open.server.ts";
import type { FallStep, PriceStep, PriceView } from "../prices/schema.ts";
import type { ListedProfessional, ProfessionalView } from "../professionals/schema.ts";
import type { OfferCard } from "../tables.server.ts";
import type { OfferingList } from "./fields/schema.ts";

/** A bookable session on a card. Times are instants; the components make the words. */
export interface SessionCardView extends OfferCard {
  /**
   * The earliest future slot with a free seat, or in a search the first one that matches; null is
   * shown as « À programmer ». In lists the number of seats is exact only if it is low enough to be
   * shown (LOW_STOCK).
   */
  nextSlot: { id: string; start: Date; availableSpots: number } | null;
  /** The price of that slot when it was read. */
  price: PriceView;
  /**
   * In a search near a point, where its public address is, as `pointText` writes it; no other has it
   * (rule: public-address).
   */
  point?: string;
}

export interface SlotView {
  id: string;
  start: Date;
  end: Date;
  availableSpots: number;
  /** They are a client's, for sale again all together, and no other seat is free (rule: resale). */
  isResale: boolean;
  /**
   * For a full slot, the time by which the first of its held seats is either paid for or free; null
   * for a slot with free seats or without holds.
   */
  heldUntil: Date | null;
  /** At the instant of reading. */
  price: PriceView;
  /** The price before any reduction, and the reductions; empty if it does not fall. */
  steps: PriceStep[];
  /**
   * The reason why it cannot be booked although seats are free (rules: one-place, own-time,
   * notice): it is too late, or its professional is busy, with something that is private.
   */
  closed: "notice" | "taken" | null;
}

/** A slot for the API, with instants as texts, « 2026-12-31T17:30:00.000Z ». */
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

/** A category that stands, with the names that lead to it (rule: category-care). */
export interface NamedCategory {
  name: string;
  formerNames: string[];
}

export interface AcceptedType extends NamedCategory {
  id: string;
}

/** The reason why nobody can book; null if a slot can be chosen (rule: bookable). */
export type Unbookable =
  | "inactive"
  | "no_slot"
  | "sold_out"
  | "held"
  /** Seats are free, at hours that its professional's time closes. */
  | "closed"
  | "professional_unavailable"
  | "own";

/**
 * A session or an activity with its future slots, for its page. The online link is missing, because
 * only clients who have paid may read it (rule: online-link).
 */
export interface OfferingView<Kind extends SlotKind = SlotKind>
  extends Omit<SessionCardView, "professional">,
    Record<OfferingList, string[]> {
  description: string;
  /**
   * Only its owner sees it here, unless it is public (rule: public-address); buyers read it in their
   * booking (rule: somewhere-to-go).
   */
  address: string | null;
  postalCode: string | null;
  isAddressPublic: boolean;
  isActive: boolean;
  isRecurring: boolean;
  /** English names of weekdays; null for a single date. */
  recurringDays: string[] | null;
  createdAt: Date;
  tags: string[];
  activityType: { session: ActivityTypeView; activity: null }[Kind];
  professional: ProfessionalView;
  /** Future slots, full ones included, earliest first. */
  slots: SlotView[];
  unbookable: Unbookable | null;
}

/** A session in a list of the API, which may contain a hundred with some ten slots each. */
export interface ListedSession
  extends Omit<
    OfferingView<"session">,
    "createdAt" | "slots" | "nextSlot" | "professional" | "unbookable"
  > {
  slots: ListedSlot[];
  professional: ListedProfessional;
}

/** The query of the API for activities, newest first; the page /activites takes the same. */
export const activityListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/**
 * The cursor of an activity in the list: its time of creation, to the microsecond, and its id.
 * `shown` has the ids of the boosted ones on the first page, which later pages leave out (rule:
 * boost).
 */
export const activityKey = z.object({
  createdAt: z.iso.datetime(),
  activityId: z.uuid(),
  shown: z.array(z.uuid()).max(2).default([]),
});
export type ActivityKey = Omit<z.output<typeof activityKey>, "shown">;

/** The two kinds of offerings; their seats are booked in the same way (rule: activities-alike). */
export type SlotKind = "session" | "activity";

/** A decision keeps an offering from view: until it is corrected, or for good. */
export type Withheld = "hidden" | "removed";

/** Seats that the transaction has just taken, with their slot and offering. */
export interface Seat {
  slotId: string;
  start: Date;
  end: Date;
  /** The number of seats left after these. */
  availableSpots: number;
  /** The id of the session or activity. */
  offeringId: string;
  title: string;
  /** The client's price for each seat. */
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

/** A recurrence in Paris time (rule: slots-ahead). */
export interface Recurrence {
  days: readonly Weekday[];
  /** « 18:30 » */
  time: string;
  /** The last day, « 2026-12-31 »; null without an end. */
  until: string | null;
}

/** The categories of activities. */
export const ACTIVITY_CATEGORIES = ["Atelier", "Workshop", "Coworking", "Autre"] as const;

/** An offering with the columns that only its owner may read. */
export interface OwnOfferingView<Kind extends SlotKind = SlotKind> extends OfferingView<Kind> {
  onlineLink: string | null;
  /** Where on the map it is, as its owner has said (rule: own-pin). */
  pin: string | null;
  recurrence: Recurrence | null;
  /** The steps by which its price falls; null if it does not. */
  fallSteps: readonly FallStep[] | null;
  fallFloorCents: Cents | null;
  /**
   * « 18:30 »: the time in Paris of its latest slot, past ones included; null if it has no slots.
   */
  usualTime: string | null;
  /** The number of its edits. */
  version: number;
  /** Future slots that clients can see. */
  slots: OwnSlotView[];
}

export interface OwnSlotView extends SlotView {
  /** The number of bookings that hold a seat, unpaid ones included. */
  live: number;
}
