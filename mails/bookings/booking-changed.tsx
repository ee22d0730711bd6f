import {
  type ChangeMail,
  type MoveMail,
  readChangeMail,
  readMoveMail,
} from "#core/bookings/changes/read-change-mail.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTimes } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import {
  BookingFacts,
  disputedForProfessional,
  FollowButton,
  refundAsked,
} from "./booking-facts.tsx";

export const bookingChanged = defineMail("booking-changed", {
  read: readChangeMail,
  subject: ({ texts }) => `Votre réservation a changé : ${texts.title}`,
  preview: ({ isNow }) => `${isNow.date}, ${isNow.time}, ${isNow.place}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation a changé</MailTitle>
      <MailText>
        {view.texts.professional} a modifié « {view.texts.title} », que vous avez réservé. Votre
        place est gardée.
      </MailText>
      <MailFacts facts={[["Date", view.isNow.date], ...changed(view)]} />
      <MailText>Cela ne vous convient plus ? {wayOut(view)}</MailText>
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>Voir ma réservation</MailButton>
      <MailNote>Le rendez-vous en pièce jointe remplace le précédent dans votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

/** A booking moved since has a deadline of its own. */
function wayOut({ price, start, refundableUntil, isRefundable }: ChangeMail): string {
  if (price === 0) return "Annulez dans Mes Sessions, jusqu'au début.";
  if (!isRefundable) {
    return "Vous pouvez annuler dans Mes Sessions ; le délai de remboursement est passé.";
  }
  const isUntilStart = refundableUntil.getTime() === start.getTime();
  const until = `${formatLongDay(refundableUntil)} à ${formatTime(refundableUntil)}`;
  return `Vous pouvez annuler dans Mes Sessions et être remboursé intégralement jusqu'au ${isUntilStart ? `début, le ${until}` : until}.`;
}

function changed({ was, isNow }: ChangeMail): (readonly [name: string, value: string])[] {
  const facts = [
    ["Horaire", was.time, isNow.time],
    ["Lieu", was.place, isNow.place],
  ] as const;
  return facts.flatMap(([name, before, now]): [string, string][] =>
    before === now
      ? [[name, now]]
      : [
          [`${name} avant`, before],
          [`${name} maintenant`, now],
        ],
  );
}

export const bookingMovedClient = defineMail("booking-moved-client", {
  read: readMoveMail,
  subject: ({ texts }) => `Votre réservation est déplacée : ${texts.title}`,
  preview: ({ isNow }) => `${isNow.date}, ${isNow.time}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation est déplacée</MailTitle>
      <MailText>
        Elle était prévue le {whenBefore(view)}. Voici ce qui vaut maintenant. {refundOf(view)}
      </MailText>
      <BookingFacts view={view} />
      {view.price > 0 && <MailText>{untilWhen(view)}</MailText>}
      <FollowButton view={view} />
      <MailNote>Le rendez-vous en pièce jointe remplace le précédent dans votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

export const bookingMovedProfessional = defineMail("booking-moved-professional", {
  read: readMoveMail,
  push: (view, now) => ({
    title: "Réservation déplacée",
    text: titleAndTimes(view.texts.title, view.wasStart, view.start, now),
    path: addresses.agenda,
    goodUntil: view.end,
  }),
  subject: ({ client, texts }) => `${client.name} a déplacé sa réservation : ${texts.title}`,
  preview: ({ isNow }) => `${isNow.date}, ${isNow.time}`,
  Body: (view) => (
    <>
      <MailTitle>Une réservation est déplacée</MailTitle>
      <MailText>
        {view.client.name} a choisi un autre de vos horaires. L'ancien est de nouveau proposé à la
        réservation.{" "}
        {view.back > 0 &&
          (view.isDisputed
            ? disputedForProfessional(view.back)
            : `${formatPrice(view.back)} lui sont remboursés.`)}
      </MailText>
      <MailFacts
        facts={[
          ["Avant", whenBefore(view)],
          ["Maintenant", `${view.isNow.date}, ${view.isNow.time}`],
        ]}
      />
      <MailButton href={`${view.siteUrl}${addresses.agenda}`}>Ouvrir mon agenda</MailButton>
    </>
  ),
});

const whenBefore = ({ was }: MoveMail) => `${was.date}, ${was.time}`;

function refundOf(view: MoveMail): string {
  return view.back > 0 ? refundAsked(view.back, view) : "";
}

function untilWhen({ refundableUntil: until, isRefundable }: MoveMail): string {
  return isRefundable
    ? `Elle peut être annulée et remboursée jusqu'au ${formatLongDay(until)} à ${formatTime(until)}.`
    : "Elle ne peut plus être annulée avec un remboursement.";
}
