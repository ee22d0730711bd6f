import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { percent } from "#core/commission.ts";
import { formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, ManageButton } from "./booking-facts.tsx";

export const bookingReceived = defineMail("booking-received", {
  read: readBookingMail,
  push: (view, now) =>
    view.end <= now
      ? null
      : {
          title: "Nouvelle réservation",
          text: titleAndTime(view.texts.title, view.start, now),
          ...{ path: addresses.agenda, goodUntil: view.end },
        },
  // Only the subject tells a mailbox that it cannot wait until tonight.
  subject: ({ isSoon, start, client, texts }) =>
    isSoon
      ? `Bientôt, à ${formatTime(start)} : ${client.name} vient, ${texts.title}`
      : `Nouvelle réservation : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.isSoon
          ? `Quelqu'un vient bientôt, à ${formatTime(view.start)}`
          : "Une nouvelle réservation"}
      </MailTitle>
      <MailText>
        {view.client.name} a réservé {view.price > 0 && "et payé "}
        {view.seats > 1 ? seatsLabel(view.seats) : "une place"}
        {view.isSoon && ", moins de 3 heures avant le début"}.
        {view.isTakenOver &&
          " Un autre client n'en voulait plus et lui laisse sa place : autant de personnes viennent qu'avant."}
      </MailText>
      <BookingFacts
        view={view}
        more={[
          ...(view.price > 0
            ? ([
                [`Commission de ${percent(view.commissionRate)}`, formatPrice(view.commission)],
              ] as const)
            : []),
          ...(view.client.name === view.client.email
            ? []
            : ([["Client", view.client.name]] as const)),
          ["E-mail du client", view.client.email],
          ...(view.notes ? ([["Sa note", view.notes]] as const) : []),
        ]}
      />
      {view.isSoon ? (
        <MailButton href={view.siteUrl + addresses.agenda}>Voir mon agenda</MailButton>
      ) : (
        <ManageButton view={view} />
      )}
    </>
  ),
});
