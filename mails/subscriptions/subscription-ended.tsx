import { readSubscriptionMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionEnded = defineMail("subscription-ended", {
  read: readSubscriptionMail,
  subject: ({ plan }) => `Votre abonnement ${plan} est terminé`,
  preview: () => "Plus rien ne sera prélevé.",
  Body: ({ siteUrl, plan }) => (
    <>
      <MailTitle>Votre abonnement {plan} est terminé</MailTitle>
      <MailText>
        Plus rien ne sera prélevé. Pour créer de nouvelles sessions, choisissez une offre, gratuite
        ou non.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.plans}`}>Voir les offres</MailButton>
      <MailNote>Vos séances publiées et vos réservations ne changent pas.</MailNote>
    </>
  ),
});
