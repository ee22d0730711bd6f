import { formatLongDate } from "#core/dates.ts";
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
