import { z } from "zod";
import { guestEmail } from "../accounts/schema.ts";
import type { SlotKind, SlotView, Withheld } from "../catalogue/schema.ts";
import { seatCount } from "../catalogue/slots/schema.ts";
import type { Cents } from "../money.ts";
import { guestProof } from "../payments/schema.ts";
import type { PriceView } from "../prices/schema.ts";
import { frenchMobile } from "../texts/phone.ts";
import type { Presence } from "./presence/rules.ts";
import type { OpenProposal } from "./proposals/schema.ts";
import type { ResaleState } from "./resale/rules.ts";
import type { BookingState, CancelReason, MoneyState } from "./rules.ts";
import { MAX_NOTES_LENGTH } from "./rules.ts";
import { companionNames } from "./seats/schema.ts";

export const bookSlotInput = z
  .object({
    /** One of the two: the slot's offering (rule: activities-alike). */
    sessionId: z.uuid().optional(),
    activityId: z.uuid().optional(),
    slotId: z.uuid(),
    /** How many seats, which one person pays for (rule: for-several). */
    seats: seatCount.default(1),
    companions: companionNames.optional(),
    /** The price of all that the buyer saw, in cents: compared, never believed (rule: agreed-price). */
    amount: z.number().int().min(0).optional(),
    /** Present, even if empty, for a purchase without an account. */
    email: guestEmail.optional(),
    bookingNotes: z
      .string()
      .trim()
      .max(MAX_NOTES_LENGTH, `La note ne peut pas dépasser ${MAX_NOTES_LENGTH} caractères`)
      .optional(),
    /** A mobile for a reminder; giving it is the consent (rule: sms-limits). */
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

/** A guest's request to continue: the offering, and the e-mail that was typed for it. */
export const askForLinkInput = z
  .object({ sessionId: z.uuid().optional(), activityId: z.uuid().optional(), email: guestEmail })
  .transform(({ sessionId, activityId, email }, context) => {
    const kind: SlotKind = activityId ? "activity" : "session";
    const offeringId = activityId ?? sessionId;
    if (offeringId) return { kind, offeringId, email };
    context.addIssue({ code: "custom", path: ["sessionId"], message: "Ce champ est obligatoire" });
    return z.NEVER;
  });

/** `id.secret`, as it stands in the link of a guest's mail. */
export const bookingLinkInput = z.object({ token: z.string().max(200).catch(""), guestProof });
export const followLinkInput = bookingLinkInput.extend({ only: z.literal("prove").optional() });

/** The slot behind such a link, in the words of its page. */
export interface BookingLinkView {
  /** The page of the offering. */
  offeringPath: string;
  title: string;
  date: string;
  time: string;
  place: string;
  professional: string;
  professionalId: string;
  seats: number;
  /** The price of all seats; a free one is confirmed by this link. */
  priceCents: Cents;
  /** The result page, when this browser has confirmed it already. */
  donePath: string | null;
}

export const listBookingsInput = z.object({
  limit: z.number().int().min(1).max(100).default(100),
  cursor: z.string().optional(),
  /** One tab of « Mes Sessions », in order of their starts; without it all, newest first. */
  when: z.enum(["upcoming", "past"]).optional(),
});
/** The last booking of the previous page. */
export const bookingKey = z.object({ id: z.uuid() });

/**
 * A booking for its client. Columns of a deleted offering are null; the card has words for each.
 */
export interface BookingView extends MoneyState {
  id: string;
  kind: SlotKind;
  clientId: string | null;
  professionalId: string;
  slotId: string;
  status: BookingState;
  paymentStatus: string;
  cancelReason: CancelReason | null;
  /** Its seats, those given back, and the first names of those who come along (rule: for-several). */
  seats: number;
  seatsCancelled: number;
  /** The price of a seat since its client moved it; null: what was paid for it. */
  movedPriceCents: Cents | null;
  companions: string | null;
  pricePaidCents: Cents;
  bookingNotes: string | null;
  createdAt: Date;
  /** When it was paid for, or taken where it costs nothing. */
  confirmedAt: Date | null;
  start: Date | null;
  end: Date | null;
  /** The offering's id and words; null when its owner deleted it. */
  offeringId: string | null;
  title: string | null;
  description: string | null;
  /** Today's full price, not the one that was paid. */
  priceCents: Cents;
  professionalName: string | null;
  /** Its telephone for buyers, with a confirmed booking alone (rule: writing-through-us). */
  professionalPhone: string | null;
  /** The owner of that profile. */
  professionalUserId: string;
  isOnline: boolean;
  city: string | null;
  postalCode: string | null;
  address: string | null;
  /** A map of the place of a confirmed booking; null online. */
  mapUrl: string | null;
  /** For a confirmed and paid booking only (rule: online-link). */
  onlineLink: string | null;
  /** The page to continue paying, while the hold lasts. */
  checkoutUrl: string | null;
  refundableUntil: Date;
  /** When its professional last changed its place or mode; since then it is refundable until its start. */
  changedAt: Date | null;
  /** Four digits for its professional, of a confirmed booking alone (rule: presence-code). */
  presenceCode: string | null;
  /** The presence that its professional has noted, when, and when its client contested it. */
  presence: Presence | null;
  presenceAt: Date | null;
  contestedAt: Date | null;
  /** Where its resale stands, and since when its seats are or were for sale (rule: resale). */
  resale: ResaleState;
  resaleAt: Date | null;
  /** Whether its client may put it up for sale now. */
  isResalable: boolean;
  /** Another hour that its professional proposes and that waits for an answer (rule: another-hour). */
  proposal: OpenProposal | null;
}

/** A slot on its offering's page, with the words that replace the number of free seats. */
export type OfferedSlot = SlotView & {
  mark?: {
    /** « Votre place », « Déjà réservé », « En cours de réservation, à revoir à 14:32 » */
    label: string;
    /** Being paid by them, or by this browser as a guest; null when they cannot have it. */
    hold: HeldSlot | null;
  };
  /** Until when its seats are kept for this visitor, who waited for them (rule: waiting-list). */
  keptUntil?: Date;
  /** Whether somebody may wait for a seat of it. */
  isWaitable?: boolean;
};

export interface HeldSlot {
  seats: number;
  /** When the checkout ends by itself. */
  until: Date;
  /** The page to continue paying; null for the moment in which it is being made. */
  checkoutUrl: string | null;
  /** The address that returns the seat (rule: hold-release). */
  cancelPath: string;
}

/** The purchase, in the words of its result page. */
export interface BookedView {
  id: string;
  kind: SlotKind;
  title: string;
  date: string;
  time: string;
  place: string;
  seats: number;
  /** The price that was paid, for all of them. */
  priceCents: Cents;
  /** What its client shows at the door (rule: presence-code). */
  code: string | null;
  mapUrl: string | null;
  proposal: OpenProposal | null;
}

/** A booking of an activity for its professional, with the client's name (rule: public-columns). */
export interface ActivityBookingView
  extends Omit<BookingView, "checkoutUrl" | "presenceCode" | "isResalable" | "proposal"> {
  clientName: string;
  clientEmail: string;
  /** The slot's, now. */
  capacity: number;
  availableSpots: number;
}

/** One offering in the professional's manager, on /profil or /mes-activites. */
export interface ManagedOffering {
  kind: SlotKind;
  id: string;
  title: string;
  category: string;
  /** Its next slot's price now; its own without one. */
  price: PriceView;
  duration: number;
  capacity: number;
  isOnline: boolean;
  city: string | null;
  imageUrl: string | null;
  isActive: boolean;
  withheld: Withheld | null;
  /** Earliest first. */
  slots: ManagedSlot[];
}

export interface ManagedSlot {
  id: string;
  start: Date;
  end: Date;
  capacity: number;
  availableSpots: number;
  /** Seats of clients who booked elsewhere, and those reserved for a proposal. */
  outside: number;
  reserved: number;
  /** All seats that somebody has, these among them. */
  taken: number;
  isActive: boolean;
  bookings: ManagedBooking[];
}

/** Names and e-mails of their own clients alone (rule: public-columns). */
export interface ManagedBooking extends MoneyState {
  id: string;
  clientName: string;
  clientEmail: string;
  status: BookingState;
  paymentStatus: string;
  seats: number;
  seatsCancelled: number;
  companions: string | null;
  pricePaidCents: Cents;
  bookingNotes: string | null;
  cancelReason: CancelReason | null;
  /** Where its resale stands, and since when (rule: resale). */
  resale: ResaleState;
  resaleAt: Date | null;
  /** Cents that go back, besides their own price, to those whose seats they have taken over. */
  sellersLeftCents: Cents;
}
