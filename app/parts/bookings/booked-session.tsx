import type { BookedView } from "#core/bookings/find-own-booking.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { priceLabel } from "#core/money.ts";
import { Facts } from "../../ui/facts.tsx";
import { ProposedHour } from "../proposals/proposed-hour.tsx";
import { CalendarLink, MapLink } from "./booking-links.tsx";

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
