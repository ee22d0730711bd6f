import { howReturned } from "#core/bookings/goodwill/labels.ts";
import { readRefundMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts, shareNow } from "../bookings/booking-facts.tsx";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const bookingRefundedProfessional = defineMail("booking-refunded-professional", {
  read: readRefundMail,
  subject: ({ texts, given }) => `${formatPrice(given)} rendus à votre client : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.given)} rendus à votre client</MailTitle>
      <MailText>
        {view.byBank
          ? `${view.client.name} a contesté son paiement, et sa banque lui en a rendu ${formatPrice(view.given)}.`
          : `Notre équipe a remboursé ${formatPrice(view.given)} à ${view.client.name}${view.proof ? ` ${howReturned(view.proof)}` : ""}.`}{" "}
        {view.takenBack > 0
          ? `Votre part de ce montant, ${formatPrice(view.takenBack)}, est reprise sur votre compte de paiement.`
          : shareNow(view)}{" "}
        {view.cancelReason === null && "La réservation, elle, ne change pas."}
      </MailText>
      <BookingFacts view={view} more={[["Rendu en tout", formatPrice(view.refunded)]]} />
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});
