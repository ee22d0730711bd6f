import { z } from "zod";
import { guestEmail } from "../accounts/schema.ts";
import type { SlotKind, SlotView, Withheld } from "../catalogue/schema.ts";
import { seatCount } from "../catalogue/slots/schema.ts";
import type { Cents } from "../money.ts";
import { guestProof } from "../payments/schema.ts";
import type { PriceView } from "../prices/rules.ts";
import { frenchMobile } from "../texts/phone.ts";
import type { Presence } from "./presence/rules.ts";
import type { OpenProposal } from "./proposals/schema.ts";
import type { ResaleState } from "./resale/rules.ts";
import {
  type BookingState,
  type CancelReason,
  MAX_NOTES_LENGTH,
  type MoneyState,
} from "./rules.ts";
import { MAX_COMPANIONS_LENGTH } from "./seats/rules.ts";

export const companionNames = z
  .string()
  .trim()
  .max(MAX_COMPANIONS_LENGTH, `${MAX_COMPANIONS_LENGTH} caractères au plus`);

export const bookSlotInput = z
  .object({
    /** One of the two: the slot's offering (rule: activities-alike). */
    sessionId: z.uuid().optional(),
    activityId: z.uuid().optional(),
    slotId: z.uuid(),
    /** Paid for by one person (rule: for-several). */
    seats: seatCount.default(1),
    companions: companionNames.optional(),
    /** For all seats, in cents: compared, never believed (rule: agreed-price). */
    amount: z.number().int().min(0).optional(),
    /** Present, even if empty, for a purchase without an account. */
    email: guestEmail.optional(),
    bookingNotes: z
      .string()
      .trim()
      .max(MAX_NOTES_LENGTH, `La note ne peut pas dépasser ${MAX_NOTES_LENGTH} caractères`)
      .optional(),
    /** Giving it is the consent (rule: sms-limits). */
    smsNumber: frenchMobile.optional(),
    guestProof,
  })
  .transform(({ sessionId, activityId, ...input }, context) => {
    const kind: SlotKind = activityId ? "activity" : "session";
    const offeringId = activityId ?? sessionId;
    if (offeringId) return { ...input, kind, offeringId };
    context.addIssue({ code: "custom", path: ["sessionId"], message: "Ce champ est obligatoire" });
    return z.NEVER;
  });

export const askForLinkInput = z
  .object({ sessionId: z.uuid().optional(), activityId: z.uuid().optional(), email: guestEmail })
  .transform(({ sessionId, activityId, email }, context) => {
    const kind: SlotKind = activityId ? "activity" : "session";
    const offeringId = activityId ?? sessionId;
    if (offeringId) return { kind, offeringId, email };
    context.addIssue({ code: "custom", path: ["sessionId"], message: "Ce champ est obligatoire" });
    return z.NEVER;
  });

/** `id.secret`, as in the link of a guest's mail. */
export const bookingLinkInput = z.object({ token: z.string().max(200).catch(""), guestProof });
export const followLinkInput = bookingLinkInput.extend({ only: z.literal("prove").optional() });

export const listBookingsInput = z.object({
  limit: z.number().int().min(1).max(100).default(100),
  cursor: z.string().optional(),
  when: z.enum(["upcoming", "past"]).optional(),
});
export const bookingKey = z.object({ id: z.uuid() });

/** What its client and its professional see alike. */
export interface BookingFacts extends MoneyState {
  id: string;
  status: BookingState;
  paymentStatus: string;
  cancelReason: CancelReason | null;
  /** Without those given back (rule: for-several). */
  seats: number;
  seatsCancelled: number;
  companions: string | null;
  pricePaidCents: Cents;
  bookingNotes: string | null;
  /** Where its resale stands, and since when its seats are or were for sale (rule: resale). */
  resale: ResaleState;
  resaleAt: Date | null;
}

/** Columns of a deleted offering are null; the card has words for each. */
export interface BookingView extends BookingFacts {
  kind: SlotKind;
  clientId: string | null;
  professionalId: string;
  slotId: string;
  /** Per seat since its client moved it; null: what was paid. */
  movedPriceCents: Cents | null;
  createdAt: Date;
  confirmedAt: Date | null;
  start: Date | null;
  end: Date | null;
  offeringId: string | null;
  title: string | null;
  description: string | null;
  /** Today's full price, not the one that was paid. */
  priceCents: Cents;
  professionalName: string | null;
  /** With a confirmed booking alone (rule: writing-through-us). */
  professionalPhone: string | null;
  professionalUserId: string;
  isOnline: boolean;
  city: string | null;
  postalCode: string | null;
  address: string | null;
  mapUrl: string | null;
  /** For a confirmed and paid booking only (rule: online-link). */
  onlineLink: string | null;
  checkoutUrl: string | null;
  refundableUntil: Date;
  /** Since then it is refundable until its start. */
  changedAt: Date | null;
  /** Of a confirmed booking alone (rule: presence-code). */
  presenceCode: string | null;
  presence: Presence | null;
  presenceAt: Date | null;
  contestedAt: Date | null;
  isResalable: boolean;
  /** Waits for an answer (rule: another-hour). */
  proposal: OpenProposal | null;
}

export type OfferedSlot = SlotView & {
  mark?: {
    label: string;
    hold: HeldSlot | null;
  };
  /** For this visitor, who waited for them (rule: waiting-list). */
  keptUntil?: Date;
  isWaitable?: boolean;
};

export interface HeldSlot {
  seats: number;
  until: Date;
  checkoutUrl: string | null;
  /** Returns the seat (rule: hold-release). */
  cancelPath: string;
}

/** A booking of an activity for its professional, with the client's name (rule: public-columns). */
export interface ActivityBookingView
  extends Omit<BookingView, "checkoutUrl" | "presenceCode" | "isResalable" | "proposal"> {
  clientName: string;
  clientEmail: string;
  capacity: number;
  availableSpots: number;
}

export interface ManagedOffering {
  kind: SlotKind;
  id: string;
  title: string;
  category: string;
  price: PriceView;
  duration: number;
  capacity: number;
  isOnline: boolean;
  city: string | null;
  imageUrl: string | null;
  isActive: boolean;
  withheld: Withheld | null;
  slots: ManagedSlot[];
}

export interface ManagedSlot {
  id: string;
  start: Date;
  end: Date;
  capacity: number;
  availableSpots: number;
  /** Outside clients' seats, and those reserved for a proposal. */
  outside: number;
  reserved: number;
  taken: number;
  isActive: boolean;
  bookings: ManagedBooking[];
}

/** Names and e-mails of their own clients alone (rule: public-columns). */
export interface ManagedBooking extends BookingFacts {
  clientName: string;
  clientEmail: string;
  /** Cents that also go back to those whose seats they have taken over. */
  sellersLeftCents: Cents;
}
