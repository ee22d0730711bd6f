import type { BookedView } from "#core/bookings/find-own-booking.server.ts";
import { bookingIdOf } from "#core/bookings/rules.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { priceLabel } from "#core/money.ts";
import type { AnalyticsEvent } from "../../browser/track.ts";
import { Facts } from "../../ui/facts.tsx";
import { ProposedHour } from "../proposals/proposed-hour.tsx";
import { CalendarLink, MapLink } from "./booking-parts.tsx";

export function BookedSession({ booked }: { booked: BookedView }) {
  return (
    <>
      <div className="mb-2 text-left text-16 text-ink">
        <Facts
          facts={[
            [BOOKED_WORDS[booked.kind].name, booked.title],
            ["Date", booked.date],
            ["Horaire", booked.time],
            ["Lieu", booked.place],
            ...(booked.seats > 1 ? ([["Places", String(booked.seats)]] as const) : []),
            ["Prix", priceLabel(booked.priceCents)],
            ...(booked.code ? ([["Code de présence", booked.code]] as const) : []),
          ]}
        />
      </div>
      {booked.proposal && <ProposedHour proposal={booked.proposal} bookingId={booked.id} />}
      <div className="flex flex-wrap justify-center gap-3">
        {booked.mapUrl && <MapLink to={booked.mapUrl} title={booked.title} />}
        <CalendarLink bookingId={booked.id} />
      </div>
    </>
  );
}

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
