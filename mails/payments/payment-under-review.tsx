import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BookingFacts, SearchButton } from "../bookings/booking-facts.tsx";
import { MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentUnderReview = defineMail("payment-under-review", {
  read: readBookingMail,
  subject: ({ texts }) => `Votre paiement est en vérification : ${texts.title}`,
  preview: () => "Votre réservation n'est pas confirmée.",
  Body: (view) => (
    <>
      <MailTitle>Nous vérifions votre paiement</MailTitle>
      <MailText>
        Ce que notre prestataire de paiement nous en dit ne correspond pas à ce que vous avez
        demandé. Votre réservation n'est donc pas confirmée, et la place a été rendue.
      </MailText>
      <MailText>
        Si une somme a été débitée, elle vous sera remboursée et un e-mail vous le dira. Vous n'avez
        rien à faire.
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
      <MailNote>Une question sur ce paiement ? Répondez-nous depuis la page de contact.</MailNote>
    </>
  ),
});
