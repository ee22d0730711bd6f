import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { MailFacts } from "./parts.tsx";

/** What, when, where and how much: the same lines in every mail of a booking. */
export function BookingFacts({
  view,
  more = [],
}: {
  view: BookingMail;
  more?: readonly (readonly [name: string, value: string])[];
}) {
  const { texts } = view;
  return (
    <MailFacts
      facts={[
        ["Séance", texts.title],
        ["Date", texts.date],
        ["Horaire", texts.time],
        ["Lieu", texts.place],
        ["Prix", formatPrice(view.price)],
        ...more,
      ]}
    />
  );
}
