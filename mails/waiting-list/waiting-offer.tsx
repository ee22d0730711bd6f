import { formatTime } from "#core/dates.ts";
import type { OfferMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailButton, MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";
import { WaitingFacts, WaysOut, whenOf } from "./waiting-facts.tsx";

const kept = ({ seats }: OfferMail) =>
  seats === 1 ? "Une place vous est gardée" : `${seats} places vous sont gardées`;

export const waitingOffer: MailTemplate<OfferMail> = {
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
};
