import { formatPrice } from "#core/money.ts";
import { readReclaimMail } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

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
