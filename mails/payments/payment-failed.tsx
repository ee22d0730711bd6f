import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentFailed = defineMail("payment-failed", {
  read: readBookingMail,
  subject: ({ texts }) => `Paiement refusé : ${texts.title}`,
  preview: () => "Rien n'a été débité, et la place a été rendue.",
  Body: (view) => (
    <>
      <MailTitle>Votre banque a refusé ce paiement</MailTitle>
      <MailText>
        Aucun montant n'a été débité et la place a été rendue : vous n'êtes pas inscrit à{" "}
        {BOOKED_WORDS[view.kind].this}.
      </MailText>
      <MailText>Vous pouvez réserver à nouveau, avec un autre moyen de paiement.</MailText>
      <BookingFacts view={view} />
      <MailButton href={view.offeringUrl}>Réserver à nouveau</MailButton>
      <MailNote>Votre banque peut vous dire pourquoi elle a refusé ce paiement.</MailNote>
    </>
  ),
});
