import { formatPrice } from "#core/money.ts";
import { REFUND_APPEARS } from "#core/payments/labels.ts";
import { readLostMail } from "#core/reconciliation/find-lost-payments.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const lostPaymentReturned = defineMail("lost-payment-returned", {
  read: readLostMail,
  subject: ({ amount }) => `Votre paiement de ${formatPrice(amount)} est remboursé`,
  preview: () => "Votre réservation n'a pas pu être gardée.",
  Body: ({ siteUrl, amount }) => (
    <>
      <MailTitle>Votre paiement est remboursé</MailTitle>
      <MailText>
        À la suite d'un incident technique, nous n'avons pas pu garder la réservation que vous avez
        payée {formatPrice(amount)}. Vous n'êtes donc pas inscrit, et vous êtes remboursé
        intégralement. Nous en sommes désolés.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.sessions}`}>Trouver une autre séance</MailButton>
      <MailNote>{REFUND_APPEARS}</MailNote>
    </>
  ),
});
