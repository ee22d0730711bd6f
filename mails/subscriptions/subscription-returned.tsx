import { REFUND_APPEARS } from "#core/payments/labels.ts";
import { readPurchaseMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionReturned = defineMail("subscription-returned", {
  read: readPurchaseMail,
  subject: () => "Votre second abonnement est remboursé",
  preview: () => "Vous aviez déjà un abonnement : rien n'est payé deux fois.",
  Body: ({ siteUrl, plan }) => (
    <>
      <MailTitle>Rien n'est payé deux fois</MailTitle>
      <MailText>
        Un abonnement {plan} vient d'être payé avec votre adresse, alors que vous en aviez déjà un.
        Le nouveau est arrêté et remboursé intégralement ; le vôtre continue sans changement.
      </MailText>
      <MailText>Pour changer de formule, ouvrez votre espace client depuis votre profil.</MailText>
      <MailButton href={`${siteUrl}${addresses.profile}`}>Voir mon profil</MailButton>
      <MailNote>{REFUND_APPEARS}</MailNote>
    </>
  ),
});
