import { formatPrice } from "#core/money.ts";
import type { TaxMail } from "#core/papers/read-tax-mail.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";

export const taxDetailsDue: MailTemplate<TaxMail> = {
  subject: () => "Vos informations fiscales sont attendues",
  preview: () => "La loi nous demande de les transmettre : deux minutes suffisent.",
  Body: ({ siteUrl, sales, paidCents }) => (
    <>
      <MailTitle>Vos informations fiscales</MailTitle>
      <MailText>
        Vos ventes de l'année ont atteint le seuil à partir duquel la loi nous oblige à déclarer vos
        revenus à l'administration fiscale (directive DAC7). Il nous manque pour cela quelques
        informations.
      </MailText>
      <MailFacts
        facts={[
          ["Ventes cette année", String(sales)],
          ["Montant", formatPrice(paidCents)],
        ]}
      />
      <MailButton href={`${siteUrl}${addresses.taxDetails}`}>Compléter mes informations</MailButton>
    </>
  ),
};
