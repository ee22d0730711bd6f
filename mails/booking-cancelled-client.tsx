import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { BookingFacts, SearchButton } from "./booking-facts.tsx";
import { MailText, MailTitle } from "./parts.tsx";
import type { MailTemplate } from "./template.tsx";

export const bookingCancelledClient: MailTemplate<BookingMail> = {
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation est annulée</MailTitle>
      <MailText>
        {view.cancelledBy === "professional"
          ? `${view.texts.professional} a dû annuler votre réservation.`
          : "Vous avez annulé votre réservation."}{" "}
        {view.refund === null
          ? "Elle n'ouvre pas droit à un remboursement."
          : `Vous êtes remboursé de ${formatPrice(view.refund)}, sous 5 à 10 jours selon votre banque.`}
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
    </>
  ),
};
