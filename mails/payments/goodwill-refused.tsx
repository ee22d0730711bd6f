import {
  type GoodwillMail,
  readGoodwillMail,
} from "#core/bookings/goodwill/give-goodwill.server.ts";
import type { ProposalKind } from "#core/bookings/goodwill/schema.ts";
import { formatPrice } from "#core/money.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const WORDS: Record<
  ProposalKind,
  { subject: (amount: string) => string; title: string; button: string }
> = {
  gift: {
    subject: (amount) => `Geste de ${amount} refusé`,
    title: "Le geste que vous aviez proposé est refusé",
    button: "Ouvrir la réservation",
  },
  loss: {
    subject: (amount) => `Perte de ${amount} refusée`,
    title: "La perte que vous aviez proposé d'accepter est refusée",
    button: "Ouvrir le litige",
  },
  return: {
    subject: (amount) => `Remboursement de ${amount} non confirmé`,
    title: "Le remboursement que vous aviez noté n'est pas confirmé",
    button: "Ouvrir le paiement",
  },
};

function addressOf({ kind, bookingId, paymentId }: GoodwillMail): string {
  if (paymentId === null) return operatorAddresses.booking(bookingId);
  return kind === "loss"
    ? operatorAddresses.dispute(paymentId)
    : operatorAddresses.payment(paymentId);
}

export const goodwillRefused = defineMail("goodwill-refused", {
  read: readGoodwillMail,
  subject: ({ kind, amountCents }) => WORDS[kind].subject(formatPrice(amountCents)),
  preview: ({ title }) => title,
  Body: (view) => (
    <>
      <MailTitle>{WORDS[view.kind].title}</MailTitle>
      <MailText>
        {formatPrice(view.amountCents)} pour « {view.title} ». Voici le motif :
      </MailText>
      <MailText>« {view.answer} »</MailText>
      <MailButton href={`${view.siteUrl}${addressOf(view)}`}>{WORDS[view.kind].button}</MailButton>
    </>
  ),
});
