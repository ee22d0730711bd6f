import { benefitsOf, paymentLabel, sessionsLabel } from "#core/subscriptions/labels.ts";
import { readPurchaseMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionConfirmed = defineMail("subscription-confirmed", {
  read: readPurchaseMail,
  subject: ({ plan }) => `Votre abonnement ${plan} est actif`,
  preview: ({ planId }) => `${sessionsLabel(planId)}.`,
  Body: ({ siteUrl, plan, planId, price, isAttached, canSell, sendsTexts }) => (
    <>
      <MailTitle>Votre abonnement {plan} est actif</MailTitle>
      <MailText>
        {canSell
          ? "Vous pouvez publier vos créneaux dès maintenant."
          : "Avant de publier vos créneaux, il vous reste à compléter votre profil professionnel et à ouvrir votre compte de paiement."}
      </MailText>
      <MailFacts
        facts={[
          ["Offre", plan],
          ["Prix", price ? paymentLabel(price) : "Gratuit"],
          ["Inclus", benefitsOf(planId, sendsTexts).join(", ")],
        ]}
      />
      {isAttached && (
        <MailText>
          Cette offre a été choisie avec votre adresse sans être connecté : elle a été associée à
          votre compte existant, où rien d'autre n'a changé.
        </MailText>
      )}
      <MailButton href={`${siteUrl}${addresses.profile}`}>Voir mon profil</MailButton>
      <MailNote>
        {price
          ? "Factures, carte et résiliation se trouvent dans votre espace client, depuis votre profil. Votre abonnement se renouvelle jusqu'à ce que vous l'arrêtiez."
          : "Sans engagement : vous changez d'offre quand vous le souhaitez."}
      </MailNote>
    </>
  ),
});
