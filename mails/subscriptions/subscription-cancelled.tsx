import { formatLongDate, formatTime } from "#core/dates.ts";
import { readSubscriptionMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionCancelled = defineMail("subscription-cancelled", {
  read: readSubscriptionMail,
  subject: ({ plan, endsAt }) =>
    `Votre abonnement ${plan} prend fin${endsAt ? ` le ${formatLongDate(endsAt)}` : ""}`,
  preview: () => "Plus rien ne sera prélevé.",
  Body: ({ siteUrl, plan, endsAt }) => (
    <>
      <MailTitle>La résiliation de votre abonnement est enregistrée</MailTitle>
      <MailText>
        {endsAt &&
          `Votre abonnement ${plan} reste actif jusqu'au ${formatLongDate(endsAt)} à ${formatTime(endsAt)}. `}
        Plus rien ne sera prélevé.
      </MailText>
      <MailText>
        Ensuite, pour créer de nouvelles sessions, vous choisirez une offre, gratuite ou non.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.profile}`}>Voir mon abonnement</MailButton>
      <MailNote>
        Vous avez changé d'avis, ou ce n'est pas vous ? Jusqu'à cette date, l'abonnement se reprend
        dans votre espace client, depuis votre profil.
      </MailNote>
    </>
  ),
});
