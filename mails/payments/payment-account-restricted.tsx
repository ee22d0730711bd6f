import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import { readAccountMail } from "#core/professionals/payment-account/refresh-account.server.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentAccountRestricted = defineMail("payment-account-restricted", {
  read: readAccountMail,
  subject: () => "Vos sessions ne peuvent plus être réservées",
  preview: ({ state }) => PAYMENT_ACCOUNT_LABELS[state].text,
  Body: ({ siteUrl, businessName, state }) => {
    const { label, text, next } = PAYMENT_ACCOUNT_LABELS[state];
    return (
      <>
        <MailTitle>Vos sessions ne peuvent plus être réservées</MailTitle>
        <MailText>{text}</MailText>
        <MailFacts
          facts={[
            ["Activité", businessName],
            ["Compte de paiement", label],
          ]}
        />
        <MailButton href={`${siteUrl}${addresses.paymentAccount}`}>{next}</MailButton>
      </>
    );
  },
});
