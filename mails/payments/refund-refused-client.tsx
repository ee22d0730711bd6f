import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { BookingFacts, FollowButton } from "../bookings/booking-facts.tsx";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const refundRefusedClient = defineMail("refund-refused-client", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement retardé : ${texts.title}`,
  preview: () => "Vous n'avez rien à faire : nous vous écrirons dès qu'il est réglé.",
  Body: (view) => (
    <>
      <MailTitle>Votre remboursement est retardé</MailTitle>
      <MailText>
        {`Nous avons demandé le remboursement de ${formatPrice(view.owed)} pour cette réservation annulée. `}
        {view.isDisputed
          ? "Il n'a pas pu être fait : ce paiement est contesté auprès de votre banque, qui garde la somme le temps de décider."
          : "Il n'a pas encore pu être fait."}
      </MailText>
      <MailText>
        {view.isDisputed
          ? "Si elle vous donne raison, elle vous rend la somme. Sinon, nous vous la remboursons. "
          : "Nous nous en occupons. "}
        Vous n'avez rien à faire : nous vous écrirons dès que c'est réglé.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});
