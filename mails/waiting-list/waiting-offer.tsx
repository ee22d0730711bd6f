import { formatTime } from "#core/dates.ts";
import { bookingPath } from "#core/waiting-list/labels.ts";
import type { OfferMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { readOfferMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import { WaitingFacts, WaysOut, whenOf } from "./waiting-facts.tsx";

const kept = ({ seats }: OfferMail) =>
  seats === 1 ? "Une place vous est gardée" : `${seats} places vous sont gardées`;

export const waitingOffer = defineMail("waiting-offer", {
  read: readOfferMail,
  push: (view, now) => ({
    title: `${view.seats === 1 ? "Une place vous attend" : `${view.seats} places vous attendent`} jusqu'à ${formatTime(view.offer.until)}`,
    text: titleAndTime(view.title, view.start, now),
    ...{ path: bookingPath(view), goodUntil: view.offer.until },
  }),
  subject: (view) => `${kept(view)} jusqu'à ${formatTime(view.offer.until)} : ${view.title}`,
  preview: (view) => `${whenOf(view)}, avec ${view.professionalName}`,
  Body: (view) => (
    <>
      <MailTitle>
        {kept(view)} jusqu'à {formatTime(view.offer.until)}
      </MailTitle>
      <MailText>
        Vous attendiez, et c'est votre tour. Passé cette heure, nous{" "}
        {view.seats === 1 ? "la" : "les"} proposerons à la personne suivante.
      </MailText>
      <WaitingFacts view={view} />
      <MailButton href={view.bookUrl}>Réserver</MailButton>
      <WaysOut view={view} />
    </>
  ),
});
