import { formatLongDate } from "#core/dates.ts";
import { readRefusalMail } from "#core/sanctions/read-sanction-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const termsRefused = defineMail("terms-refused", {
  read: readRefusalMail,
  subject: ({ isLifted, effectiveAt }) =>
    isLifted
      ? "Votre contrat continue"
      : `Votre contrat prend fin le ${formatLongDate(effectiveAt)}`,
  preview: ({ isLifted }) =>
    isLifted ? "Vous êtes revenu sur votre refus." : "Vous avez refusé nos nouvelles conditions.",
  Body: ({ isLifted, effectiveAt, upcoming, plan, siteUrl }) =>
    isLifted ? (
      <>
        <MailTitle>Votre contrat continue</MailTitle>
        <MailText>
          Vous êtes revenu sur votre refus : nos nouvelles conditions s'appliqueront à vous comme
          aux autres le {formatLongDate(effectiveAt)}, et tout ce que vous proposez se réserve de
          nouveau.
        </MailText>
      </>
    ) : (
      <>
        <MailTitle>Votre contrat prend fin le {formatLongDate(effectiveAt)}</MailTitle>
        <MailText>
          Vous avez refusé nos nouvelles conditions : elles ne s'appliqueront jamais à vous. Votre
          contrat prend fin le jour où elles entrent en vigueur, sans frais. Jusque-là, vous vendez
          ce qui commence avant cette date.
          {upcoming > 0 &&
            ` Vos réservations d'après (${upcoming}) sont maintenues : vos clients sont prévenus et peuvent choisir d'être remboursés.`}
          {plan && ` Votre abonnement ${plan} prend fin le même jour.`}
        </MailText>
        <MailButton href={siteUrl + addresses.ownTerms}>Revenir sur ce refus</MailButton>
        <MailNote>
          Possible jusqu'à cette date. Pensez à télécharger vos données depuis votre profil.
        </MailNote>
      </>
    ),
});
