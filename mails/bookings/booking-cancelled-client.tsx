import { hourLabel, ofHour, othersTitle } from "#core/bookings/cancellation/labels.ts";
import { type CancelledMail, readCancelledMail } from "#core/bookings/read-booking-mail.server.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { cents, formatPrice, priceLabel } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { cancelledWords } from "../push-words.ts";
import { refundAsked } from "../refund-asked.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, SearchButton } from "./booking-facts.tsx";

export const bookingCancelledClient = defineMail("booking-cancelled-client", {
  read: readCancelledMail,
  push: cancelledWords("client", addresses.ownSessions),
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{titleOf(view)}</MailTitle>
      <MailText>
        {whatHappened(view)} {whatComesBack(view)}
      </MailText>
      {wordLines(view).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
        <MailText key={index}>{line}</MailText>
      ))}
      <OtherHours view={view} />
      <BookingFacts view={view} />
      <SearchButton view={view} />
      <MailNote>Le fichier joint retire ce rendez-vous de votre agenda.</MailNote>
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

function wordLines({ word, texts }: CancelledMail): string[] {
  return word ? `« ${word} » ${texts.professional}`.split(/\n+/) : [];
}

function titleOf({ cancelReason, sanctioned, kind, start, now }: CancelledMail): string {
  if (cancelReason !== "professional" || sanctioned === "chosen")
    return "Votre réservation est annulée";
  const what = kind === "session" ? "séance" : "activité";
  return `Votre ${what} ${ofHour(start, now)} n'aura pas lieu.`;
}

function OtherHours({ view: { others, siteUrl, now } }: { view: CancelledMail }) {
  if (others.length === 0) return null;
  return (
    <MailText>
      {othersTitle(others.length)}
      {others.map((other) => (
        <span key={other.slotId}>
          <br />
          <MailLink href={siteUrl + addresses.offering(other.kind, other.offeringId, other.slotId)}>
            {hourLabel(other.start, now)}
          </MailLink>
          , {other.title}, avec {other.professional}, {priceLabel(other.priceCents)}
        </span>
      ))}
    </MailText>
  );
}

function whatHappened({ cancelReason, sanctioned, texts }: CancelledMail): string {
  switch (cancelReason) {
    case "professional":
      if (sanctioned === "chosen") return "Vous avez choisi de ne pas la garder.";
      if (sanctioned === "decided") {
        return `${texts.professional} ne propose plus de séances sur Parenthèse : nous avons annulé votre réservation.`;
      }
      return `${texts.professional} a dû annuler votre réservation.`;
    case "outside":
      return "Notre équipe a remboursé votre paiement : votre réservation est annulée, et votre place rendue.";
    case "lost":
      return "À la suite d'un incident technique, nous n'avons pas pu garder votre réservation. Nous en sommes désolés.";
    case "disputed":
      return "Vous avez contesté votre paiement auprès de votre banque, qui vous l'a rendu : votre réservation est annulée, et votre place rendue.";
    default:
      return "Vous avez annulé votre réservation.";
  }
}

/** A requested refund may still fail. */
function whatComesBack(view: CancelledMail): string {
  const { cancelReason, refund, refundState, price } = view;
  if (refund === null) {
    return price === 0 ? "Elle ne coûtait rien." : "Elle n'ouvre pas droit à un remboursement.";
  }
  if (cancelReason === "disputed") return `Montant rendu : ${formatPrice(refund)}.`;
  const before = cents(price - refund);
  const rest = before > 0 ? `, après les ${formatPrice(before)} déjà rendus` : "";
  if (refundState === "asked") return refundAsked(refund, view, rest);
  if (refundState === "by_bank") return `Votre banque vous a rendu ${formatPrice(refund)}.`;
  return `Vous êtes remboursé de ${formatPrice(refund)}${rest}, sous ${REFUND_DELAY} selon votre banque.`;
}
