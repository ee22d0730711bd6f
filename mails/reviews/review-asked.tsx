import { readReviewRequest } from "#core/reviews/ask-for-reviews.server.ts";
import { BookingFacts } from "../bookings/booking-facts.tsx";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const reviewAsked = defineMail("review-asked", {
  read: readReviewRequest,
  subject: ({ texts }) => `Comment était votre séance : ${texts.title}`,
  preview: ({ texts }) => `Votre avis aide ${texts.professional} et ceux qui cherchent.`,
  Body: (view) => (
    <>
      <MailTitle>Comment c'était ?</MailTitle>
      <MailText>
        Votre avis aide {view.texts.professional} et ceux qui cherchent. Une note, quelques mots,
        bons ou moins bons : c'est fait en une minute.
      </MailText>
      <MailButton href={view.reviewUrl}>Donner mon avis</MailButton>
      <BookingFacts view={view} />
      <MailNote>
        Il paraît avec votre prénom et l'initiale de votre nom. Vous n'y gagnez et n'y perdez rien.{" "}
        <MailLink href={view.unsubscribeUrl}>Ne plus recevoir de demandes d'avis</MailLink>
      </MailNote>
    </>
  ),
});
