import { type Cents, cents } from "../../money.ts";
import { refundDue } from "../cancellation-terms/rules.ts";

/** The most seats of one booking (rule: for-several). */
export const MAX_SEATS = 6;

/** Characters of the names of those who come along. */
export const MAX_COMPANIONS_LENGTH = 200;

/**
 * The refund of some seats of a booking while the others stand: the price that each was bought at,
 * in whole cents, and no more than is left (rule: money-in-parts). Every seat cost the same.
 */
export function refundOf(
  booking: Parameters<typeof refundDue>[0] & { seats: number; seatsCancelled: number },
  given: number,
  now: Date,
): Cents {
  const { pricePaidCents, seats, seatsCancelled } = booking;
  const each = pricePaidCents / (seats + seatsCancelled);
  return cents(Math.min(each * given, refundDue(booking, "client", now)));
}
