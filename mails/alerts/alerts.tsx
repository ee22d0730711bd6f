import {
  type AlertMail,
  markUntold,
  readAlertMail,
  readGuestAlertMail,
} from "#core/alerts/finds/tell-alerts.server.ts";
import { readAlertLinkMail } from "#core/alerts/guests/keep-guest-alert.server.ts";
import { alertTitle, alertWishes, priceFor, whereLabel } from "#core/alerts/labels.ts";
import { ALERT_LINK_LIFE } from "#core/alerts/rules.ts";
import { whenLabel } from "#core/catalogue/labels.ts";
import { formatPeriod } from "#core/durations.ts";
import type { PushText } from "#core/notifications/push/schema.ts";
import { distanceLabel } from "#core/search/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts, MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { titleAndTime } from "../push-words.ts";
import { defineMail, type MailTemplate } from "../template.tsx";

export const alertLink = defineMail("alert-link", {
  read: readAlertLinkMail,
  subject: ({ conditions }) => `Confirmez votre alerte : ${alertTitle(conditions)}`,
  preview: ({ conditions }) => `${whereLabel(conditions)}. ${alertWishes(conditions)}`,
  Body: ({ conditions, followUrl }) => (
    <>
      <MailTitle>Confirmez votre alerte</MailTitle>
      <MailText>
        Quelqu'un a demandé, avec votre adresse, à être prévenu dès qu'une place répond à cette
        recherche. Si c'est vous, ouvrez le lien.
      </MailText>
      <MailFacts
        facts={[
          ["Recherche", alertTitle(conditions)],
          ["Où", whereLabel(conditions)],
          ["Quand et comment", alertWishes(conditions)],
        ]}
      />
      <MailButton href={followUrl}>Confirmer mon alerte</MailButton>
      <MailNote>
        Le lien fonctionne {formatPeriod(ALERT_LINK_LIFE)}. Vous n'avez rien demandé ? Ignorez ce
        message : sans vous, rien n'est gardé et aucun autre e-mail ne part.
      </MailNote>
    </>
  ),
});

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
    path: addresses.alerts,
    goodUntil: first.start,
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
