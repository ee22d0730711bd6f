import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BookingFacts, FollowButton } from "../bookings/booking-facts.tsx";
import { MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentProcessing = defineMail("payment-processing", {
  read: readBookingMail,
  subject: ({ texts }) => `Paiement en cours : ${texts.title}`,
  preview: () => "Votre banque n'a pas encore répondu. Votre place est retenue.",
  Body: (view) => (
    <>
      <MailTitle>Paiement en cours</MailTitle>
      <MailText>
        Votre banque n'a pas encore répondu à votre paiement. Votre place est retenue d'ici là, mais
        votre réservation n'est pas encore confirmée.
      </MailText>
      <MailText>
        Dès sa réponse, un e-mail vous dira si le paiement a abouti. Ne payez pas une seconde fois.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
      <MailNote>
        Ce paiement ne peut plus être annulé d'ici là. S'il est refusé, rien n'est débité et la
        place est rendue.
      </MailNote>
    </>
  ),
});
