import { howReturned } from "#core/bookings/goodwill/labels.ts";
import type { RefundMail } from "#core/bookings/read-booking-mail.server.ts";
import { readRefundMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_APPEARS } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

function howGiven({ byBank, isGift, given, proof }: RefundMail): string {
  const amount = formatPrice(given);
  if (proof) {
    return `Notre équipe vous a rendu ${amount} ${howReturned(proof)}, sous la référence « ${proof.reference} ». Si vous n'avez rien reçu, écrivez-nous.`;
  }
  if (isGift) return `Parenthèse vous rend ${amount}, à titre de geste commercial.`;
  if (!byBank) return `Notre équipe vous a remboursé ${amount}.`;
  return `Vous avez contesté votre paiement, et votre banque vous en a rendu ${amount}.`;
}

export const bookingRefundedClient = defineMail("booking-refunded-client", {
  read: readRefundMail,
  subject: ({ texts, given }) => `${formatPrice(given)} vous sont rendus : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.given)} vous sont rendus</MailTitle>
      <MailText>
        {howGiven(view)} {view.cancelReason === null && "Votre réservation, elle, ne change pas."}
      </MailText>
      <BookingFacts
        view={view}
        // A gift is announced before the provider has made it.
        more={view.isGift ? [] : [["Rendu en tout", formatPrice(view.refunded)]]}
      />
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>
        Voir mes réservations
      </MailButton>
      {!view.byBank && !view.proof && <MailNote>{REFUND_APPEARS}</MailNote>}
    </>
  ),
});
