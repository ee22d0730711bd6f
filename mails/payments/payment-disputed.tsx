import { readDisputeMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const paymentDisputed = defineMail("payment-disputed", {
  read: readDisputeMail,
  subject: ({ texts }) => `Paiement contesté : ${texts.title}`,
  preview: () => "Rien ne vous est repris. Ce que nous faisons, et comment nous aider.",
  Body: (view) => (
    <>
      <MailTitle>Un client conteste son paiement</MailTitle>
      <MailText>
        {view.client.name} s'est adressé à sa banque, qui retient {formatPrice(view.contested)}{" "}
        jusqu'à sa décision{view.why && ` (motif : ${view.why})`}. Rien ne vous est repris : c'est
        Parenthèse qui répond à la banque.
      </MailText>
      <BookingFacts view={view} />
      <MailText>
        Vous avez de quoi montrer que la séance a eu lieu, ou qu'elle est bien prévue ?{" "}
        <MailLink href={`${view.siteUrl}${addresses.contactAbout("paiement")}`}>
          Écrivez-nous
        </MailLink>{" "}
        dans les jours qui viennent : la banque ne lit qu'une réponse. Nous vous dirons sa décision.
      </MailText>
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});

export const disputeWon = defineMail("dispute-won", {
  read: readDisputeMail,
  subject: ({ texts }) => `Contestation close en votre faveur : ${texts.title}`,
  preview: () => "La banque a tranché : votre part vous reste.",
  Body: (view) => (
    <>
      <MailTitle>La banque vous donne raison</MailTitle>
      <MailText>
        La contestation de {view.client.name} est close en votre faveur. Votre part vous reste
        acquise.
      </MailText>
      <BookingFacts view={view} />
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});
