import { readSeatsMail, type SeatsMail } from "#core/bookings/seats/cancel-seats.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { MailText, MailTitle } from "../parts.tsx";
import { refundAsked } from "../refund-asked.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, FollowButton } from "./booking-facts.tsx";

export const seatsCancelledClient = defineMail("seats-cancelled-client", {
  read: readSeatsMail,
  subject: ({ given, texts }) =>
    `${given > 1 ? `${given} places annulées` : "Une place annulée"} : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Vous gardez {view.seats > 1 ? seatsLabel(view.seats) : "votre place"}</MailTitle>
      <MailText>
        Vous avez annulé {view.given > 1 ? seatsLabel(view.given) : "une place"} de cette
        réservation. {whatComesBack(view)} Le reste de votre réservation ne change pas.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

function whatComesBack(view: SeatsMail): string {
  const { back, price } = view;
  if (back > 0) return refundAsked(back, view);
  return price === 0 ? "" : "Cette annulation n'ouvre pas droit à un remboursement.";
}
