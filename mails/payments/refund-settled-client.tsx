import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import { BookingFacts, FollowButton } from "../bookings/booking-facts.tsx";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const refundSettledClient = defineMail("refund-settled-client", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement réglé : ${texts.title}`,
  preview: ({ price }) => `${formatPrice(price)} vous sont rendus.`,
  Body: (view) => (
    <>
      <MailTitle>Votre remboursement est réglé</MailTitle>
      <MailText>
        {view.refundState === "by_bank"
          ? `Votre banque vous a rendu ${formatPrice(view.price)} pour cette réservation annulée : rien d'autre n'est dû.`
          : `${formatPrice(view.price)} vous sont rendus pour cette réservation annulée. Selon votre banque, la somme apparaît sur votre compte sous ${REFUND_DELAY}.`}
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});
