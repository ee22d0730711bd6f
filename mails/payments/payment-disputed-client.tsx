import type { DisputeMail } from "#core/bookings/read-booking-mail.server.ts";
import { readDisputeMail } from "#core/bookings/read-booking-mail.server.ts";
import { cents, formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts, FollowButton } from "../bookings/booking-facts.tsx";
import { MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const contactOf = ({ siteUrl }: DisputeMail) => `${siteUrl}${addresses.contactAbout("paiement")}`;

function whatFollows({ price, refunded, onTheWay, owed }: DisputeMail): string {
  const due = cents(onTheWay + owed);
  if (due > 0) return `Le remboursement de ${formatPrice(due)} que nous vous devons suit.`;
  return refunded >= price ? "Vous êtes remboursé." : "Ce paiement reste dû.";
}

export const paymentDisputedClient = defineMail("payment-disputed-client", {
  read: readDisputeMail,
  subject: ({ texts }) => `Paiement contesté : ${texts.title}`,
  preview: () => "La banque retient la somme jusqu'à sa décision.",
  Body: (view) => (
    <>
      <MailTitle>Ce paiement est contesté</MailTitle>
      <MailText>
        La banque de la carte nous transmet une contestation du paiement de cette réservation
        {view.why && ` (motif : ${view.why})`}. Elle retient {formatPrice(view.contested)} jusqu'à
        sa décision.
      </MailText>
      <MailText>
        D'ici là, nous ne remboursons pas cette somme : elle serait rendue deux fois. Si la banque
        vous donne raison, elle vous la rend elle-même.
      </MailText>
      <BookingFacts view={view} />
      <MailText>
        C'est un malentendu ? Demandez à votre banque de retirer la contestation. Quelque chose ne
        s'est pas passé comme prévu ? <MailLink href={contactOf(view)}>Écrivez-nous</MailLink> :
        nous le lisons avant de répondre à la banque. Nous vous dirons sa décision.
      </MailText>
      <FollowButton view={view} />
    </>
  ),
});

export const disputeWonClient = defineMail("dispute-won-client", {
  read: readDisputeMail,
  subject: ({ texts }) => `Contestation close : ${texts.title}`,
  preview: () => "La banque a décidé.",
  Body: (view) => (
    <>
      <MailTitle>La banque a décidé</MailTitle>
      <MailText>
        La contestation du paiement de cette réservation est close : la banque nous a rendu les{" "}
        {formatPrice(view.contested)} qu'elle retenait. {whatFollows(view)}
      </MailText>
      <BookingFacts view={view} />
      <MailText>
        Sa décision se discute avec elle. Pour la séance,{" "}
        <MailLink href={contactOf(view)}>écrivez-nous</MailLink>.
      </MailText>
      <FollowButton view={view} />
    </>
  ),
});
