import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { BookingFacts, ManageButton } from "../bookings/booking-facts.tsx";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const refundRefusedProfessional = defineMail("refund-refused-professional", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement retardé : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Un remboursement est retardé</MailTitle>
      <MailText>
        {`Le remboursement de ${formatPrice(view.owed)} à ${view.client.name} n'a pas encore pu être fait. `}
        {view.isDisputed
          ? "Ce paiement est contesté auprès de la banque du client, qui garde la somme le temps de décider."
          : "Nous nous en occupons."}
      </MailText>
      <MailText>
        La réservation reste annulée. Vous n'avez rien à faire : nous vous écrirons dès que c'est
        réglé.
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});
