import { z } from "zod";
import { listLimit } from "../cursor.ts";
import type { Weekday } from "../dates.ts";
import type { Cents } from "../money.ts";
import type { FallStep, PriceStep, PriceView } from "../prices/rules.ts";
import type { ListedProfessional, ProfessionalView } from "../professionals/schema.ts";
import type { OfferCard } from "../tables.server.ts";
import type { OfferingList } from "./fields/schema.ts";

export interface SessionCardView extends OfferCard {
  /** With a free seat, or that matches; lists know the seats exactly only up to LOW_STOCK. */
  nextSlot: { id: string; start: Date; availableSpots: number } | null;
  price: PriceView;
  /** Only in a search near a point: its public address (rule: public-address). */
  point?: string;
}

export interface SlotView {
  id: string;
  start: Date;
  end: Date;
  availableSpots: number;
  /** All together, and no other seat is free (rule: resale). */
  isResale: boolean;
  /** When the first held seat is paid for or free; null with free seats or without holds. */
  heldUntil: Date | null;
  price: PriceView;
  /** Before any reduction, then each; empty if it does not fall. */
  steps: PriceStep[];
  /** Closed despite free seats (rules: one-place, own-time, notice); « taken » stays private. */
  closed: "notice" | "taken" | null;
}

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
  category: string;
}

/** With the names that lead to it (rule: category-care). */
export interface NamedCategory {
  name: string;
  formerNames: string[];
}

export interface AcceptedType extends NamedCategory {
  id: string;
}

/** Null if a slot can be chosen (rule: bookable). */
export type Unbookable =
  | "inactive"
  | "no_slot"
  | "sold_out"
  | "held"
  | "closed"
  | "professional_unavailable"
  | "own";

/** Without the online link, which only clients who have paid may read (rule: online-link). */
export interface OfferingView<Kind extends SlotKind = SlotKind>
  extends Omit<SessionCardView, "professional">,
    Record<OfferingList, string[]> {
  description: string;
  /** Its owner's alone unless public (rules: public-address, somewhere-to-go). */
  address: string | null;
  postalCode: string | null;
  isAddressPublic: boolean;
  isActive: boolean;
  isRecurring: boolean;
  recurringDays: string[] | null;
  createdAt: Date;
  tags: string[];
  activityType: { session: ActivityTypeView; activity: null }[Kind];
  professional: ProfessionalView;
  slots: SlotView[];
  unbookable: Unbookable | null;
}

export interface ListedSession
  extends Omit<
    OfferingView<"session">,
    "createdAt" | "slots" | "nextSlot" | "professional" | "unbookable"
  > {
  slots: ListedSlot[];
  professional: ListedProfessional;
}

export const activityListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** To the microsecond; `shown` are boosted ones that later pages leave out (rule: boost). */
export const activityKey = z.object({
  createdAt: z.iso.datetime(),
  activityId: z.uuid(),
  shown: z.array(z.uuid()).max(2).default([]),
});
export type ActivityKey = Omit<z.output<typeof activityKey>, "shown">;

/** Booked in the same way (rule: activities-alike). */
export type SlotKind = "session" | "activity";

/** Until it is corrected, or for good. */
export type Withheld = "hidden" | "removed";

export interface Seat {
  slotId: string;
  start: Date;
  end: Date;
  availableSpots: number;
  offeringId: string;
  title: string;
  priceCents: Cents;
  professionalId: string;
  professionalUserId: string;
  businessName: string;
  stripeAccountId: string;
}

/** In Paris time (rule: slots-ahead). */
export interface Recurrence {
  days: readonly Weekday[];
  time: string;
  until: string | null;
}

export const ACTIVITY_CATEGORIES = ["Atelier", "Workshop", "Coworking", "Autre"] as const;

export interface OwnOfferingView<Kind extends SlotKind = SlotKind> extends OfferingView<Kind> {
  onlineLink: string | null;
  /** As its owner has said (rule: own-pin). */
  pin: string | null;
  recurrence: Recurrence | null;
  fallSteps: readonly FallStep[] | null;
  fallFloorCents: Cents | null;
  /** In Paris, of its latest slot, past ones included: « 18:30 ». */
  usualTime: string | null;
  version: number;
  slots: OwnSlotView[];
}

export interface OwnSlotView extends SlotView {
  live: number;
}

export interface Publishable extends Omit<OfferCard, "discountedPriceCents" | "professional"> {
  kind: SlotKind;
  fallSteps: FallStep[] | null;
  fallFloorCents: Cents;
}
