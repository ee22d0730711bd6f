import {
  type AlertMail,
  markUntold,
  readAlertMail,
  readGuestAlertMail,
} from "#core/alerts/finds/tell-alerts.server.ts";
import { priceFor } from "#core/alerts/labels.ts";
import { whenLabel } from "#core/catalogue/labels.ts";
import type { PushText } from "#core/notifications/push/schema.ts";
import { distanceLabel } from "#core/search/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail, type MailTemplate } from "../template.tsx";

const placeOf = ({ card, distance }: AlertMail["slots"][number]) =>
  card.isOnline
    ? "En ligne"
    : [card.city ?? "Sur place", distanceLabel(distance)].filter(Boolean).join(", ");

function subjectOf({ slots, more, now }: AlertMail): string {
  const [first] = slots;
  const count = slots.length + more;
  if (!first) return "";
  return count === 1
    ? `${whenLabel(first.start, now)} : ${first.card.title}`
    : `${count} places répondent à votre recherche`;
}

function pushWords({ slots, more }: AlertMail, now: Date): PushText | null {
  const [first] = slots;
  if (!first) return null;
  const count = slots.length + more;
  const named = slots.slice(0, 2).map(({ card, start, seats }) => {
    return `${titleAndTime(card.title, start, now)}, ${priceFor(seats, card.price.nowCents)}`;
  });
  return {
    title: count === 1 ? "Une place pour vous" : `${count} places pour vous`,
    text: named.join("\n"),
    ...{ path: addresses.alerts, goodUntil: first.start },
  };
}

const template: MailTemplate<AlertMail> = {
  subject: subjectOf,
  preview: ({ slots }) => slots.map(({ card }) => card.title).join(", "),
  Body: ({ slots, more, now, alertsUrl, unsubscribeUrl }) => {
    const count = slots.length + more;
    const [only] = count === 1 ? slots : [];
    return (
      <>
        <MailTitle>
          {only
            ? `${only.seats > 1 ? `${only.seats} places répondent` : "Une place répond"} à votre recherche`
            : `${count} places répondent à votre recherche`}
        </MailTitle>
        {slots.map((slot) => (
          <MailText key={slot.slotId}>
            <MailLink href={slot.url}>{slot.card.title}</MailLink>
            <br />
            {whenLabel(slot.start, now)}, {placeOf(slot)},{" "}
            {priceFor(slot.seats, slot.card.price.nowCents)}
            <br />
            {slot.card.professional.businessName}
          </MailText>
        ))}
        {more > 0 && (
          <MailText>{more === 1 ? "Et une autre encore." : `Et ${more} autres encore.`}</MailText>
        )}
        {only ? (
          <>
            <MailButton href={only.url}>Réserver</MailButton>
            <MailText>
              <MailLink href={alertsUrl}>Voir mes alertes</MailLink>
            </MailText>
          </>
        ) : (
          <MailButton href={alertsUrl}>Voir mes alertes</MailButton>
        )}
        <MailNote>
          <MailLink href={unsubscribeUrl}>Ne plus recevoir d'alertes</MailLink>
        </MailNote>
      </>
    );
  },
};

export const alertFound = defineMail("alert-found", {
  read: readAlertMail,
  onDrop: (tx, { data }) => markUntold(tx, data),
  push: pushWords,
  ...template,
});

export const guestAlertFound = defineMail("guest-alert-found", {
  read: readGuestAlertMail,
  onDrop: (tx, { data }) => markUntold(tx, data),
  ...template,
});
