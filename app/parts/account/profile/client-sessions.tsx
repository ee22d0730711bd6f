import type { BookingView } from "#core/bookings/schema.ts";
import * as addresses from "#site/addresses.ts";
import { nextBookings } from "./next-bookings.ts";
import { NextSessions } from "./next-sessions.tsx";

export function ClientSessions({
  bookings,
  now,
  className,
}: {
  bookings: readonly BookingView[];
  now: Date;
  className: string;
}) {
  return (
    <NextSessions
      id="prochaines"
      title="Prochaines sessions"
      sessions={nextBookings(bookings, now)}
      all={{ to: addresses.ownSessions, of: "mes réservations" }}
      empty={{
        text: "Vous n'avez aucune session à venir.",
        to: addresses.lastMinute,
        action: "Offres de dernière minute",
      }}
      now={now}
      className={className}
    />
  );
}
