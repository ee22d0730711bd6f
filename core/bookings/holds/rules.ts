import { MAX_SEATS } from "../../catalogue/slots/rules.ts";
import { DAY, MINUTE } from "../../durations.ts";
import type { CancelReason } from "../rules.ts";

/**
 * Checkouts that one buyer may have open (rule: fair-holds): an account, or a browser by its
 * cookie.
 */
const MAX_CHECKOUTS_PER_BUYER = 3;
/** Unpaid seats that one network may hold. */
const MAX_SEATS_PER_ADDRESS = 30;
/** Open checkouts of guests under one mailbox, which anybody may have typed. */
const MAX_CHECKOUTS_PER_MAILBOX = 3;

/** The window of the next limits, in milliseconds. */
export const COUNTED_FOR = DAY;
/** Checkouts that one buyer may leave to lapse. */
export const MAX_LAPSES_PER_BUYER = 10;
/** The same for a network, beyond which its guests have to log in. */
const MAX_LAPSES_PER_ADDRESS = 60;
/** How often one client may book and cancel the same slot. */
export const MAX_CANCELLATIONS_OF_SLOT = 3;
/** Free bookings that guests may request under one mailbox, where no payment slows them down. */
const MAX_FREE_PER_MAILBOX = 3;
/** The same for the guests of one network. */
const MAX_FREE_PER_ADDRESS = 30;

/**
 * Holds that are given up count by the time that they lasted, this one as left to lapse: whoever
 * looks at the card page and comes back uses up next to nothing.
 */
export const LAPSE = 10 * MINUTE;

/**
 * A guest's free seat is held this long, for the link in their mail to be followed (rule:
 * free-guest-booking). A seat to be paid for is held as long as its checkout is open:
 * `CHECKOUT_LIFETIME` in payments/rules.ts.
 */
export const FREE_HOLD_LIFETIME = 30 * MINUTE;
/** How long such a link works: after the hold has ended it takes a seat again, if one is free. */
export const LINK_LIFETIME = DAY;
/** How often the link of one such booking is mailed on request. */
export const MAX_LINKS_PER_BOOKING = 3;

/** The recent holds of a buyer, a network or a mailbox, within {@link COUNTED_FOR}. */
export interface Share {
  /** Held and unpaid. */
  seats: number;
  checkouts: number;
  /** Seats of the requested slot. */
  seatsOfSlot: number;
  lapses: number;
  /** The client's cancellations of the requested slot. */
  cancellations: number;
  /** Free bookings requested by guests. */
  free: number;
}

export const NO_SHARE: Readonly<Share> = {
  seats: 0,
  checkouts: 0,
  seatsOfSlot: 0,
  lapses: 0,
  cancellations: 0,
  free: 0,
};

/** Why somebody may not hold a further seat; each has its sentence. */
export type HoldRefusal =
  | "checkouts"
  | "seats_of_slot"
  | "cancellations"
  | "lapses"
  | "seats_of_address"
  | "lapses_of_address"
  | "free_of_address";

/**
 * Whether somebody may hold further seats (rule: fair-holds). A typed e-mail's share is not judged
 * here: anybody can type it, so it refuses nobody (see {@link isMailboxFull}).
 *
 * @param seats how many further ones.
 * @param isGuest a signed-in buyer does not suffer for their network, except for its seats.
 * @param isFree a free booking is no checkout.
 */
export function whyNotHold(
  { buyer, address }: { buyer: Share; address: Share },
  { isGuest, isFree, seats }: { isGuest: boolean; isFree: boolean; seats: number },
): HoldRefusal | null {
  if (buyer.cancellations >= MAX_CANCELLATIONS_OF_SLOT) return "cancellations";
  // A client's free booking is confirmed at once and never held.
  if (isFree && !isGuest) return null;
  if (!isFree && buyer.checkouts >= MAX_CHECKOUTS_PER_BUYER) return "checkouts";
  if (buyer.seatsOfSlot + seats > MAX_SEATS) return "seats_of_slot";
  if (buyer.lapses >= MAX_LAPSES_PER_BUYER) return "lapses";
  if (address.seats + seats > MAX_SEATS_PER_ADDRESS) return "seats_of_address";
  if (!isGuest) return null;
  if (address.lapses >= MAX_LAPSES_PER_ADDRESS) return "lapses_of_address";
  return isFree && address.free >= MAX_FREE_PER_ADDRESS ? "free_of_address" : null;
}

/** Whether a typed e-mail has its share: its owner then continues by a mailed link. */
export function isMailboxFull(mailbox: Share, { isFree }: { isFree: boolean }): boolean {
  return isFree
    ? mailbox.free >= MAX_FREE_PER_MAILBOX
    : mailbox.checkouts >= MAX_CHECKOUTS_PER_MAILBOX;
}

/** Whether a booking that ends unpaid so counts among those that are left to lapse. */
export function isCountedEnd(reason: CancelReason): boolean {
  return reason === "expired" || reason === "abandoned";
}
