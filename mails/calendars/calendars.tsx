import { gapHours, gapQuestion, gapReason } from "#core/calendars/gaps/labels.ts";
import { readGapMail } from "#core/calendars/gaps/offer-gaps.server.ts";
import { FAILURE_LABELS, UNCLEAR_TEXT, unclearLabels } from "#core/calendars/labels.ts";
import {
  readFailingCalendar,
  readOverBookings,
  readUnclearCalendar,
} from "#core/calendars/read-calendar-mail.server.ts";
import { formatEnd, formatLongDate, formatLongDay, formatTime } from "#core/dates.ts";
import { priceLabel } from "#core/money.ts";
import { ownTimeLabel } from "#core/own-time/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

export const calendarFailing = defineMail("calendar-failing", {
  read: readFailingCalendar,
  subject: ({ name }) => `Votre agenda « ${name} » n'est plus lu`,
  preview: ({ failure }) => FAILURE_LABELS[failure],
  Body: ({ name, failingSince, failure, url }) => (
    <>
      <MailTitle>Votre agenda « {name} » n'est plus lu</MailTitle>
      <MailText>
        {FAILURE_LABELS[failure]} C'est ainsi depuis {formatLongDay(failingSince)} à{" "}
        {formatTime(failingSince)}.
      </MailText>
      <MailText>
        Les heures lues avant restent occupées ici. Ce que vous y notez depuis ne ferme plus vos
        créneaux.
      </MailText>
      <MailButton href={url}>Voir vos agendas</MailButton>
    </>
  ),
});

export const calendarUnclear = defineMail("calendar-unclear", {
  read: readUnclearCalendar,
  subject: ({ name }) => `Dans votre agenda « ${name} », tout n'est pas compris`,
  preview: ({ unclear }) => unclearLabels(unclear)[0] ?? "",
  Body: ({ name, unclear, url }) => (
    <>
      <MailTitle>Dans votre agenda « {name} », tout n'est pas compris</MailTitle>
      <MailText>{UNCLEAR_TEXT}</MailText>
      {unclearLabels(unclear).map((label) => (
        <MailText key={label}>{label}</MailText>
      ))}
      <MailButton href={url}>Voir vos agendas</MailButton>
    </>
  ),
});

export const eventOverBooking = defineMail("event-over-booking", {
  read: readOverBookings,
  subject: ({ over }) =>
    over.length === 1
      ? "Un rendez-vous privé tombe sur une séance réservée"
      : "Des rendez-vous privés tombent sur des séances réservées",
  preview: ({ over: [first] }) =>
    first ? `${first.slotTitle}, ${formatLongDay(first.slotStart)}` : "",
  Body: ({ over }) => (
    <>
      <MailTitle>Quelqu'un vous attend à cette heure</MailTitle>
      <MailText>
        Votre agenda privé et vos réservations se croisent. Rien n'est annulé : c'est à vous de
        choisir.
      </MailText>
      {over.map(({ title, start, end, slotTitle, slotStart, slotEnd, url }) => (
        <MailText key={`${url} ${start.toISOString()}`}>
          {title ? `« ${title} »` : "Un rendez-vous"}, {ownTimeLabel({ start, end })}, tombe sur{" "}
          <MailLink href={url}>
            {slotTitle} de {formatTime(slotStart)} à {formatEnd(slotStart, slotEnd)}
          </MailLink>
          .
        </MailText>
      ))}
    </>
  ),
});

export const gapFound = defineMail("gap-found", {
  read: readGapMail,
  push: ({ gap, now }) => ({
    title: `${gapHours(gap)} ${gapQuestion(gap, now).split(". ")[0]}`,
    text: gapQuestion(gap, now).split(". ")[1] ?? gap.offeringTitle,
    path: addresses.agenda,
    goodUntil: gap.start,
  }),
  subject: ({ gap, now }) => `${gapHours(gap)} ${gapQuestion(gap, now)}`,
  preview: ({ gap }) => gapReason(gap),
  Body: ({ gap, now, url }) => (
    <>
      <MailTitle>
        {gapHours(gap)} {gapQuestion(gap, now)}
      </MailTitle>
      <MailText>{gapReason(gap)} Rien n'est publié sans vous.</MailText>
      <MailFacts
        facts={[
          ["Séance", gap.offeringTitle],
          ["Date", formatLongDate(gap.start)],
          ["Horaire", `${gapHours(gap)}, ${gap.minutes} min`],
          ["Prix", priceLabel(gap.priceCents)],
        ]}
      />
      <MailButton href={url}>Voir dans mon agenda</MailButton>
    </>
  ),
});
