import { formatPrice } from "#core/money.ts";
import { readTaxMail } from "#core/taxes/decide-tax-request.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const taxDetailsDue = defineMail("tax-details-due", {
  read: readTaxMail,
  subject: ({ reminders }) =>
    reminders > 0
      ? `Rappel ${reminders} sur 2 : vos informations fiscales sont attendues`
      : "Vos informations fiscales sont attendues",
  preview: () => "La loi nous demande de les transmettre : deux minutes suffisent.",
  Body: ({ siteUrl, sales, paidCents, reminders, heldFrom }) => (
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
      {reminders > 0 && (
        <MailText>
          Sans elles, la loi nous interdit de publier de nouvelles séances et de nouveaux créneaux à
          partir du {heldFrom}. Ce qui est publié reste réservable, et tout reprend dès que vous les
          avez données.
        </MailText>
      )}
      <MailButton href={`${siteUrl}${addresses.taxDetails}`}>Compléter mes informations</MailButton>
    </>
  ),
});
