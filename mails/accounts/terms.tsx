import { formatLongDate } from "#core/dates.ts";
import { readRefusalMail } from "#core/sanctions/read-sanction-mail.server.ts";
import { readTermsMail } from "#core/terms/announce-terms.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

/** Due fifteen days before (règlement (UE) 2019/1150, article 3). */
export const termsChanging = defineMail("terms-changing", {
  read: readTermsMail,
  subject: ({ effectiveAt }) => `Nos conditions changent le ${formatLongDate(effectiveAt)}`,
  preview: ({ summary }) => summary.slice(0, 100),
  Body: ({ summary, effectiveAt, siteUrl }) => (
    <>
      <MailTitle>Nos conditions changent le {formatLongDate(effectiveAt)}</MailTitle>
      <MailText>Jusqu'à ce jour, celles que vous connaissez s'appliquent.</MailText>
      <MailFacts facts={[["Ce qui change", summary]]} />
      <MailButton href={siteUrl + addresses.terms}>Lire les conditions</MailButton>
      <MailNote>
        Vous n'êtes pas d'accord ? Avant cette date, vous pouvez{" "}
        <MailLink href={siteUrl + addresses.ownTerms}>les refuser</MailLink> : votre contrat prend
        alors fin ce jour-là, sans frais. Proposer des séances d'ici là n'engage à rien.
      </MailNote>
    </>
  ),
});

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
