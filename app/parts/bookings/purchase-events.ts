import { bookingIdOf } from "#core/bookings/rules.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";

/** A free purchase has no payment. */
export function purchaseEvents(
  checkoutId: string,
  { isConfirmed, guest }: { isConfirmed: boolean; guest: boolean },
): AnalyticsEvent[] {
  const events: AnalyticsEvent[] = [];
  if (isConfirmed) events.push({ name: "booking", data: { action: "confirmed", guest } });
  if (bookingIdOf(checkoutId) === null) {
    const outcome = isConfirmed ? "paid" : "refunded";
    events.push({ name: "payment", data: { outcome, guest } });
  }
  return events;
}
