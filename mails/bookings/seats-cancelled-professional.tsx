import { readSeatsMail, type SeatsMail } from "#core/bookings/seats/cancel-seats.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { disputedForProfessional } from "../refund-asked.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, ManageButton } from "./booking-facts.tsx";

export const seatsCancelledProfessional = defineMail("seats-cancelled-professional", {
  read: readSeatsMail,
  push: (view, now) =>
    view.end <= now
      ? null
      : {
          title: `${seatsLabel(view.given)} ${view.given === 1 ? "annulée" : "annulées"}`,
          text: titleAndTime(view.texts.title, view.start, now),
          ...{ path: addresses.agenda, goodUntil: view.end },
        },
  subject: ({ given, texts }) =>
    `${given > 1 ? `${given} places rendues` : "Une place rendue"} : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.given > 1
          ? `${view.given} places sont de nouveau libres`
          : "Une place est de nouveau libre"}
      </MailTitle>
      <MailText>
        {view.client.name} a annulé {view.given > 1 ? seatsLabel(view.given) : "une place"} et en
        garde {view.seats}. {whatGoesBack(view)}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});

function whatGoesBack({ back, price, isDisputed }: SeatsMail): string {
  if (back > 0 && isDisputed) return disputedForProfessional(back);
  if (back > 0) {
    return `Le remboursement de ${formatPrice(back)} est demandé, la commission sur cette somme comprise : vous gardez votre part de ce qui reste.`;
  }
  return price === 0 ? "" : "Le client n'est pas remboursé.";
}
