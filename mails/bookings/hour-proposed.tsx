import { readProposalMail } from "#core/bookings/proposals/show-proposal.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTimes } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts } from "./booking-facts.tsx";

const hours = ({ start, end }: { start: Date; end: Date }) =>
  `${formatLongDay(start)}, ${formatTime(start)} - ${formatEnd(start, end)}`;

export const hourProposed = defineMail("hour-proposed", {
  read: readProposalMail,
  push: ({ texts, from, to, expiresAt }, now) =>
    to.end <= now
      ? null
      : {
          title: "Une autre heure vous est proposée",
          text: titleAndTimes(texts.title, from.start, to.start, now),
          path: addresses.ownSessions,
          goodUntil: expiresAt,
        },
  subject: ({ texts }) => `Une autre heure vous est proposée : ${texts.title}`,
  preview: ({ to }) => hours(to),
  Body: (view) => (
    <>
      <MailTitle>{view.texts.professional} vous propose une autre heure</MailTitle>
      <MailFacts
        facts={[
          ["Réservation", view.texts.title],
          ["Prévue", hours(view.from)],
          ["Proposée", hours(view.to)],
        ]}
      />
      {view.word?.split(/\n+/).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
        <MailText key={index}>{line}</MailText>
      ))}
      <MailText>
        {view.withdraws
          ? `L'heure prévue n'aura pas lieu. Si la nouvelle ne vous va pas, ${view.price > 0 ? "vous êtes remboursé intégralement" : "votre réservation s'arrête"}.`
          : "Sans réponse, ou si vous refusez, votre réservation reste à l'heure prévue."}{" "}
        Accepter ne coûte rien de plus.
      </MailText>
      <MailButton href={view.answerUrl}>Répondre</MailButton>
      <MailNote>
        Ce lien est pour vous seul. Répondez avant le {formatLongDay(view.expiresAt)} à{" "}
        {formatTime(view.expiresAt)}.
      </MailNote>
    </>
  ),
});

export const hourMovedClient = defineMail("hour-moved-client", {
  read: readProposalMail,
  subject: ({ texts }) => `Votre nouvelle heure : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation a changé d'heure</MailTitle>
      <MailText>Vous l'avez acceptée : elle ne coûte rien de plus.</MailText>
      <BookingFacts
        view={view}
        more={[["Avant", hours(view.from)], view.code && ["Votre code", view.code]]}
      />
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>Voir ma réservation</MailButton>
      <MailNote>Le rendez-vous en pièce jointe remplace le précédent dans votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

export const hourMovedProfessional = defineMail("hour-moved-professional", {
  read: readProposalMail,
  push: ({ texts, from, to }, now) =>
    to.end <= now
      ? null
      : {
          title: "Nouvelle heure acceptée",
          text: titleAndTimes(texts.title, from.start, to.start, now),
          path: addresses.agenda,
          goodUntil: to.end,
        },
  subject: ({ client, texts }) => `${client.name} accepte la nouvelle heure : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{view.client.name} accepte la nouvelle heure</MailTitle>
      <BookingFacts view={view} more={[["Avant", hours(view.from)]]} />
      <MailButton href={view.agendaUrl}>Voir mon agenda</MailButton>
    </>
  ),
});

export const hourKeptProfessional = defineMail("hour-kept-professional", {
  read: readProposalMail,
  subject: ({ client, texts }) => `${client.name} garde son heure : ${texts.title}`,
  preview: ({ from }) => hours(from),
  Body: (view) => (
    <>
      <MailTitle>{view.client.name} garde son heure</MailTitle>
      <MailText>
        {view.answer === "refused"
          ? "La nouvelle heure a été refusée."
          : "La nouvelle heure n'a pas eu de réponse à temps."}{" "}
        La réservation reste comme elle était.
      </MailText>
      <BookingFacts view={view} />
      <MailButton href={view.agendaUrl}>Voir mon agenda</MailButton>
    </>
  ),
});

export const hourWithdrawn = defineMail("hour-withdrawn", {
  read: readProposalMail,
  subject: ({ texts }) => `Votre heure reste la même : ${texts.title}`,
  preview: ({ from }) => hours(from),
  Body: (view) => (
    <>
      <MailTitle>{view.texts.professional} ne vous propose plus d'autre heure</MailTitle>
      <MailText>
        La proposition ({hours(view.to)}) est retirée. Votre réservation reste à l'heure prévue.
      </MailText>
      <BookingFacts view={view} />
    </>
  ),
});
