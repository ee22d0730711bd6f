import { formatLongDay, formatTime } from "#core/dates.ts";
import { readSubscriptionMail } from "#core/subscriptions/read-subscription-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const subscriptionRenewalFailed = defineMail("subscription-renewal-failed", {
  read: readSubscriptionMail,
  subject: ({ plan }) => `Le paiement de votre abonnement ${plan} a échoué`,
  preview: () => "Mettez votre carte à jour pour garder votre offre.",
  Body: ({ siteUrl, plan, graceEndsAt }) => (
    <>
      <MailTitle>Votre paiement n'a pas abouti</MailTitle>
      <MailText>
        Nous n'avons pas pu encaisser le paiement de votre abonnement {plan}. Mettez votre carte à
        jour dans votre espace client, depuis votre profil ; le paiement est ensuite retenté.
      </MailText>
      {graceEndsAt && (
        <MailText>
          Votre offre reste active jusqu'au {formatLongDay(graceEndsAt)} à {formatTime(graceEndsAt)}
          . Sans paiement, vous ne pourrez plus créer de sessions ensuite.
        </MailText>
      )}
      <MailButton href={`${siteUrl}${addresses.profile}`}>Mettre ma carte à jour</MailButton>
      <MailNote>Vos séances publiées et vos réservations ne changent pas.</MailNote>
    </>
  ),
});
