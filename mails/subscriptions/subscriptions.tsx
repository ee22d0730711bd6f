import { formatLongDate, formatLongDay, formatTime } from "#core/dates.ts";
import { REFUND_APPEARS } from "#core/payments/labels.ts";
import { benefitsOf, paymentLabel, sessionsLabel } from "#core/subscriptions/labels.ts";
import {
  readPurchaseMail,
  readSubscriptionMail,
} from "#core/subscriptions/read-subscription-mail.server.ts";
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

export const subscriptionProcessing = defineMail("subscription-processing", {
  read: readPurchaseMail,
  subject: ({ plan }) => `Paiement en cours : votre abonnement ${plan}`,
  preview: () => "Votre banque n'a pas encore répondu.",
  Body: ({ plan, price }) => (
    <>
      <MailTitle>Paiement en cours</MailTitle>
      <MailText>
        Votre banque n'a pas encore répondu à votre paiement. Votre abonnement sera actif dès qu'il
        aura abouti : un e-mail vous le dira.
      </MailText>
      <MailFacts
        facts={[
          ["Offre", plan],
          ["Prix", price ? paymentLabel(price) : "Gratuit"],
        ]}
      />
      <MailNote>
        Ne payez pas une seconde fois. S'il est refusé, rien n'est débité et un e-mail vous le dira
        aussi.
      </MailNote>
    </>
  ),
});

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
