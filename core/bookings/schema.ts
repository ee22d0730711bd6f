import { z } from "zod";
import { guestEmail } from "../accounts/schema.ts";
import type { SlotKind, SlotView } from "../catalogue/schema.ts";
import type { Cents } from "../money.ts";
import { guestProof } from "../payments/schema.ts";
import type { BookingState, CancelReason, MoneyState } from "./rules.ts";
import { MAX_NOTES_LENGTH } from "./rules.ts";

export const bookSlotInput = z
  .object({
    /** One of the two: what the slot is of (R22). */
    sessionId: z.uuid().optional(),
    activityId: z.uuid().optional(),
    slotId: z.uuid(),
    /** Cents, what the buyer saw: compared, never believed (R12). */
    amount: z.number().int().min(0).optional(),
    /** Given, even empty: a purchase without account. */
    email: guestEmail.optional(),
    bookingNotes: z
      .string()
      .trim()
      .max(MAX_NOTES_LENGTH, `La note ne peut pas dépasser ${MAX_NOTES_LENGTH} caractères`)
      .optional(),
    guestProof,
  })
  .transform(({ sessionId, activityId, ...wish }, context) => {
    const kind: SlotKind = activityId ? "activity" : "session";
    const offeringId = activityId ?? sessionId;
    if (offeringId) return { ...wish, kind, offeringId };
    context.addIssue({ code: "custom", path: ["sessionId"], message: "Ce champ est obligatoire" });
    return z.NEVER;
  });

/** What a guest asks to go on with: a session or an activity, and the e-mail that was typed for it. */
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

/** What such a link leads on to, in the words of its page. */
export interface BookingLinkView {
  /** The page of what is booked. */
  offeringPath: string;
  title: string;
  date: string;
  time: string;
  place: string;
  professional: string;
  /** What is to be paid; 0 is confirmed by this link. */
  priceCents: Cents;
  /** The result page of what this browser has confirmed already. */
  donePath: string | null;
}

export const listBookingsInput = z.object({
  limit: z.number().int().min(1).max(100).default(100),
  cursor: z.string().optional(),
  /** One tab of « Mes Sessions », in the order of the starts; without it all, newest first. */
  when: z.enum(["upcoming", "past"]).optional(),
});
/** The last booking that was seen. */
export const bookingKey = z.object({ id: z.uuid() });

/** A booking for who made it. Null where what was booked is gone (S2§2 has a word for each). */
export interface BookingView extends MoneyState {
  id: string;
  kind: SlotKind;
  clientId: string | null;
  professionalId: string;
  slotId: string;
  status: BookingState;
  paymentStatus: string;
  cancelReason: CancelReason | null;
  pricePaidCents: Cents;
  bookingNotes: string | null;
  createdAt: Date;
  start: Date | null;
  end: Date | null;
  /** The session's or activity's id and words; null when its owner deleted it. */
  offeringId: string | null;
  title: string | null;
  description: string | null;
  /** Today's full price, not what was paid. */
  priceCents: Cents;
  professionalName: string | null;
  /** Whose profile it is. */
  professionalUserId: string;
  isOnline: boolean;
  city: string | null;
  postalCode: string | null;
  address: string | null;
  /** For a confirmed and paid booking only (R21). */
  onlineLink: string | null;
  /** Where to go on paying, while the hold lasts. */
  checkoutUrl: string | null;
  refundableUntil: Date;
}

/** A slot on the page of its session or activity, with what stands there instead of its free seats. */
export type OfferedSlot = SlotView & {
  mark?: {
    /** « Votre place », « Déjà réservé », « En cours de réservation, à revoir à 14:32 » */
    label: string;
    /** Being paid by them, or by this browser as a guest; null when they cannot have it. */
    hold: HeldSlot | null;
  };
};

export interface HeldSlot {
  /** When the checkout ends by itself. */
  until: Date;
  /** Where to go on paying; null for the moment in which it is being made. */
  checkoutUrl: string | null;
  /** Where to give the seat back (R16). */
  cancelPath: string;
}

/** What was bought, in the words of its result page. */
export interface BookedView {
  id: string;
  kind: SlotKind;
  title: string;
  date: string;
  time: string;
  place: string;
  /** What was paid. */
  priceCents: Cents;
}

/** A booking of an activity for its professional, with who booked (R29). */
export interface ActivityBookingView extends Omit<BookingView, "checkoutUrl"> {
  clientName: string;
  clientEmail: string;
  /** Of the slot, now. */
  capacity: number;
  availableSpots: number;
}

/** One session in the professional's manager on /profil (S2§2), or one activity in its own. */
export interface ManagedOffering {
  kind: SlotKind;
  id: string;
  title: string;
  category: string;
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  duration: number;
  capacity: number;
  isOnline: boolean;
  city: string | null;
  imageUrl: string | null;
  isActive: boolean;
  /** Earliest first. */
  slots: ManagedSlot[];
}

export interface ManagedSlot {
  id: string;
  start: Date;
  end: Date;
  capacity: number;
  availableSpots: number;
  isActive: boolean;
  bookings: ManagedBooking[];
}

/** Names and e-mails only of those who booked with this professional (R29). */
export interface ManagedBooking extends MoneyState {
  id: string;
  clientName: string;
  clientEmail: string;
  status: BookingState;
  paymentStatus: string;
  pricePaidCents: Cents;
  bookingNotes: string | null;
  cancelReason: CancelReason | null;
}
