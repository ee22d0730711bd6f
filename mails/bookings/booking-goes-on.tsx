import { readGoesOnMail } from "#core/sanctions/clients/choose-refund.server.ts";
import { MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";
import { BookingFacts, FollowButton } from "./booking-facts.tsx";

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
