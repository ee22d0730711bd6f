import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { BookingFacts, ManageButton } from "./booking-facts.tsx";
import { MailText, MailTitle } from "./parts.tsx";
import type { MailTemplate } from "./template.tsx";

export const bookingCancelledProfessional: MailTemplate<BookingMail> = {
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Une réservation est annulée</MailTitle>
      <MailText>
        {view.cancelledBy === "client"
          ? `${view.client.name} a annulé sa réservation. La place est de nouveau libre.`
          : `Vous avez annulé la réservation de ${view.client.name}.`}{" "}
        {view.refund === null
          ? "Le client n'est pas remboursé."
          : `Le client est remboursé de ${formatPrice(view.refund)}, commission comprise.`}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
};
