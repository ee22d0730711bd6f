import type { RefundMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_APPEARS } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

export const bookingRefundedClient: MailTemplate<RefundMail> = {
  subject: ({ texts, given }) => `${formatPrice(given)} vous sont rendus : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.given)} vous sont rendus</MailTitle>
      <MailText>
        {view.byBank
          ? `Vous avez contesté votre paiement, et votre banque vous en a rendu ${formatPrice(view.given)}.`
          : `Notre équipe vous a remboursé ${formatPrice(view.given)}.`}{" "}
        {view.cancelReason === null && "Votre réservation, elle, ne change pas."}
      </MailText>
      <BookingFacts view={view} more={[["Rendu en tout", formatPrice(view.refunded)]]} />
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>
        Voir mes réservations
      </MailButton>
      {!view.byBank && <MailNote>{REFUND_APPEARS}</MailNote>}
    </>
  ),
};
