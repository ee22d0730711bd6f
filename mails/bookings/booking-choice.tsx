import { formatLongDate } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import { readChoiceMail, readGoesOnMail } from "#core/sanctions/clients/choose-refund.server.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";
import { BookingFacts, FollowButton } from "./booking-facts.tsx";

/** Omits the reason, which is between the professional and us. */
export const bookingChoice = defineMail("booking-choice", {
  read: readChoiceMail,
  subject: ({ texts }) => `Votre réservation, à garder ou à annuler : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: ({ texts, refund, measure, from, choiceUrl }) => (
    <>
      <MailTitle>Gardez-vous votre réservation ?</MailTitle>
      <MailText>
        {measure === "suspended"
          ? `${texts.professional} ne propose plus de séances sur Parenthèse depuis le ${formatLongDate(from)}, jusqu'à nouvel ordre.`
          : `${texts.professional} ne propose plus de séances sur Parenthèse à partir du ${formatLongDate(from)}.`}{" "}
        Votre réservation est maintenue. Vous pouvez aussi l'annuler
        {refund > 0
          ? ` et être remboursé de ${formatPrice(refund)}, sous ${REFUND_DELAY} selon votre banque.`
          : "."}
      </MailText>
      <MailFacts
        facts={[
          ["Séance", texts.title],
          ["Quand", `${texts.date}, ${texts.time}`],
          ["Avec", texts.professional],
        ]}
      />
      <MailButton href={choiceUrl}>Garder ou annuler</MailButton>
      <MailNote>
        Sans réponse de votre part, elle est gardée. Vous pouvez choisir jusqu'au début de la
        séance, tant que cette situation dure.
      </MailNote>
    </>
  ),
});

export const bookingGoesOn = defineMail("booking-goes-on", {
  read: readGoesOnMail,
  subject: ({ texts }) => `Votre réservation a lieu comme prévu : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation a lieu comme prévu</MailTitle>
      <MailText>
        {view.texts.professional} propose de nouveau des séances sur Parenthèse. Vous n'avez rien à
        faire : votre réservation est gardée, aux conditions d'annulation de votre réservation.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});
