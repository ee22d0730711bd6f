import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { cents, priceLabel } from "#core/money.ts";
import { bookingPath } from "#core/waiting-list/labels.ts";
import {
  type OfferMail,
  readOfferMail,
  readOpenMail,
  type WaitingMail,
} from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";

export const whenOf = ({ start }: WaitingMail) => `${formatLongDay(start)} à ${formatTime(start)}`;

export function WaitingFacts({ view }: { view: WaitingMail }) {
  const { title, professionalName, isOnline, city, seats, seatCents } = view;
  return (
    <MailFacts
      facts={[
        ["Séance", title],
        ["Quand", whenOf(view)],
        ["Où", isOnline ? "En ligne" : (city ?? "Sur place")],
        ["Avec", professionalName],
        ["Places", `${seatsLabel(seats)}, ${priceLabel(cents(seatCents * seats))}`],
      ]}
    />
  );
}

export function WaysOut({ view }: { view: WaitingMail }) {
  return (
    <>
      <MailText>
        <MailLink href={view.listsUrl}>Voir mes listes d'attente</MailLink>
      </MailText>
      <MailNote>
        <MailLink href={view.unsubscribeUrl}>Ne plus recevoir ces e-mails</MailLink>
      </MailNote>
    </>
  );
}

const kept = ({ seats }: OfferMail) =>
  seats === 1 ? "Une place vous est gardée" : `${seats} places vous sont gardées`;

export const waitingOffer = defineMail("waiting-offer", {
  read: readOfferMail,
  push: (view, now) => ({
    title: `${view.seats === 1 ? "Une place vous attend" : `${view.seats} places vous attendent`} jusqu'à ${formatTime(view.offer.until)}`,
    text: titleAndTime(view.title, view.start, now),
    path: bookingPath(view),
    goodUntil: view.offer.until,
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

export const waitingOpen = defineMail("waiting-open", {
  read: readOpenMail,
  push: (view, now) => ({
    title: "Une place s'est libérée",
    text: titleAndTime(view.title, view.start, now),
    path: bookingPath(view),
    goodUntil: view.start,
  }),
  subject: (view) =>
    `${view.seats === 1 ? "Une place est libre" : `${view.seats} places sont libres`} : ${view.title}`,
  preview: (view) => `${whenOf(view)}, avec ${view.professionalName}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.seats === 1 ? "Une place est libre" : `${view.seats} places sont libres`}
      </MailTitle>
      <MailText>
        Toutes les personnes qui attendaient l'apprennent en même temps : à qui réserve en premier.
      </MailText>
      <WaitingFacts view={view} />
      <MailButton href={view.bookUrl}>Réserver</MailButton>
      <WaysOut view={view} />
    </>
  ),
});
