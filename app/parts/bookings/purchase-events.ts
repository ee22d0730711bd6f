import { bookingIdOf } from "#core/bookings/rules.ts";
import type { Happening } from "../../browser/track.ts";

/** What is told of a purchase whose outcome is final (S1§7). What costs nothing has no payment. */
export function purchaseEvents(
  checkoutId: string,
  { isConfirmed, guest }: { isConfirmed: boolean; guest: boolean },
): Happening[] {
  const events: Happening[] = [];
  if (isConfirmed) events.push({ name: "booking", data: { action: "confirmed", guest } });
  if (bookingIdOf(checkoutId) === null) {
    const outcome = isConfirmed ? "paid" : "refunded";
    events.push({ name: "payment", data: { outcome, guest } });
  }
  return events;
}
