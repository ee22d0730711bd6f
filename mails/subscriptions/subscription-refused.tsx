import { readPurchaseMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionRefused = defineMail("subscription-refused", {
  read: readPurchaseMail,
  subject: ({ plan }) => `Paiement refusé : votre abonnement ${plan}`,
  preview: () => "Rien n'a été débité, et aucun abonnement n'a commencé.",
  Body: ({ siteUrl, plan }) => (
    <>
      <MailTitle>Votre banque a refusé ce paiement</MailTitle>
      <MailText>
        Aucun montant n'a été débité et votre abonnement {plan} n'a pas commencé. Vous pouvez
        choisir une offre à nouveau, avec un autre moyen de paiement.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.plans}`}>Voir les offres</MailButton>
      <MailNote>Votre banque peut vous dire pourquoi elle a refusé ce paiement.</MailNote>
    </>
  ),
});
