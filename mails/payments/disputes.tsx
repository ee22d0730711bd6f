import { type DisputeMail, readDisputeMail } from "#core/bookings/read-booking-mail.server.ts";
import { cents, formatPrice } from "#core/money.ts";
import { readReclaimMail } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts, FollowButton } from "../bookings/booking-facts.tsx";
import { MailButton, MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentDisputed = defineMail("payment-disputed", {
  read: readDisputeMail,
  subject: ({ texts }) => `Paiement contesté : ${texts.title}`,
  preview: () => "Rien ne vous est repris. Ce que nous faisons, et comment nous aider.",
  Body: (view) => (
    <>
      <MailTitle>Un client conteste son paiement</MailTitle>
      <MailText>
        {view.client.name} s'est adressé à sa banque, qui retient {formatPrice(view.contested)}{" "}
        jusqu'à sa décision{view.why && ` (motif : ${view.why})`}. Rien ne vous est repris : c'est
        Parenthèse qui répond à la banque.
      </MailText>
      <BookingFacts view={view} />
      <MailText>
        Vous avez de quoi montrer que la séance a eu lieu, ou qu'elle est bien prévue ?{" "}
        <MailLink href={`${view.siteUrl}${addresses.contactAbout("paiement")}`}>
          Écrivez-nous
        </MailLink>{" "}
        dans les jours qui viennent : la banque ne lit qu'une réponse. Nous vous dirons sa décision.
      </MailText>
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});

export const disputeWon = defineMail("dispute-won", {
  read: readDisputeMail,
  subject: ({ texts }) => `Contestation close en votre faveur : ${texts.title}`,
  preview: () => "La banque a tranché : votre part vous reste.",
  Body: (view) => (
    <>
      <MailTitle>La banque vous donne raison</MailTitle>
      <MailText>
        La contestation de {view.client.name} est close en votre faveur. Votre part vous reste
        acquise.
      </MailText>
      <BookingFacts view={view} />
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});

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

export const shareReclaimed = defineMail("share-reclaimed", {
  read: readReclaimMail,
  subject: ({ takenCents, texts }) => `${formatPrice(takenCents)} repris : ${texts.title}`,
  preview: () => "Pourquoi, ce qui vous reste, et comment nous répondre.",
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.takenCents)} repris sur cette réservation</MailTitle>
      <MailText>
        {view.byBank
          ? `${view.client.name} a contesté son paiement, et sa banque lui en a rendu le montant. Nous l'avions pris à notre charge.`
          : `Nous avions rendu de l'argent à ${view.client.name}, à notre charge.`}{" "}
        Nous reprenons maintenant {formatPrice(view.takenCents)} sur votre part. Voici le motif de
        cette décision :
      </MailText>
      <MailText>« {view.reason} »</MailText>
      <BookingFacts
        view={view}
        more={[
          ["Repris", formatPrice(view.takenCents)],
          ["Votre part maintenant", formatPrice(view.share)],
        ]}
      />
      <MailText>
        Ce montant est retiré de votre solde chez Stripe. S'il devient négatif, vos prochains
        paiements le compensent d'abord.
      </MailText>
      <MailText>
        Cette décision vous paraît injuste, ou repose sur une erreur ?{" "}
        <MailLink href={`${view.siteUrl}${addresses.contactAbout("paiement")}`}>
          Écrivez-nous
        </MailLink>{" "}
        : quelqu'un la relira.
      </MailText>
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});
