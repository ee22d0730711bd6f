import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { BookingFacts, ManageButton } from "../bookings/booking-facts.tsx";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const refundSettledProfessional = defineMail("refund-settled-professional", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement réglé : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Un remboursement est réglé</MailTitle>
      <MailText>
        {view.refundState === "by_bank"
          ? `La banque de ${view.client.name} lui a rendu ${formatPrice(view.price)} pour cette réservation annulée. Cela ne vous coûte rien.`
          : `${formatPrice(view.price)} sont rendus à ${view.client.name} pour cette réservation annulée, commission comprise.`}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});
