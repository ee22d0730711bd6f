import { MAX_SEATS } from "../../catalogue/slots/rules.ts";
import { DAY, MINUTE } from "../../durations.ts";
import type { CancelReason } from "../rules.ts";

/** Open ones of an account, or of a browser by its cookie (rule: fair-holds). */
const MAX_CHECKOUTS_PER_BUYER = 3;
const MAX_SEATS_PER_ADDRESS = 30;
/** Guests' checkouts under one mailbox, which anybody may have typed. */
const MAX_CHECKOUTS_PER_MAILBOX = 3;

/** In milliseconds. */
export const LAPSES_COUNTED_FOR = DAY;
export const MAX_LAPSES_PER_BUYER = 10;
/** Beyond it, the network's guests have to log in. */
const MAX_LAPSES_PER_ADDRESS = 60;
export const MAX_CANCELLATIONS_OF_SLOT = 3;
/** No payment slows these down. */
const MAX_FREE_PER_MAILBOX = 3;
const MAX_FREE_PER_ADDRESS = 30;

/** A hold given up counts by the time it lasted, this long as one lapse. */
export const LAPSE = 10 * MINUTE;

/** Rule: free-guest-booking. Paid seats are held by `CHECKOUT_LIFETIME` in payments/rules.ts. */
export const FREE_HOLD_LIFETIME = 30 * MINUTE;
/** Outlives the hold: it takes a seat again, if one is free. */
export const LINK_LIFETIME = DAY;
export const MAX_LINKS_PER_BOOKING = 3;

/** Within {@link LAPSES_COUNTED_FOR}. */
export type HoldCounts = Readonly<typeof NO_HOLDS>;

export const NO_HOLDS = {
  seats: 0,
  checkouts: 0,
  seatsOfSlot: 0,
  lapses: 0,
  cancellations: 0,
  free: 0,
};

export type HoldRefusal =
  | "checkouts"
  | "seats_of_slot"
  | "cancellations"
  | "lapses"
  | "seats_of_address"
  | "lapses_of_address"
  | "free_of_address";

/** Leaves typed e-mails, which anybody can type, to {@link isMailboxFull} (rule: fair-holds). */
export function whyNotHold(
  { buyer, address }: { buyer: HoldCounts; address: HoldCounts },
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

/** Its owner then continues by a mailed link. */
export function isMailboxFull(mailbox: HoldCounts, { isFree }: { isFree: boolean }): boolean {
  return isFree
    ? mailbox.free >= MAX_FREE_PER_MAILBOX
    : mailbox.checkouts >= MAX_CHECKOUTS_PER_MAILBOX;
}

export function isCountedEnd(reason: CancelReason): boolean {
  return reason === "expired" || reason === "abandoned";
}
