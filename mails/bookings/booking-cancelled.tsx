import { hourLabel, ofHour, othersTitle } from "#core/bookings/cancellation/labels.ts";
import {
  type BookingMail,
  type CancelledMail,
  readBookingMail,
  readCancelledMail,
} from "#core/bookings/read-booking-mail.server.ts";
import { readSeatsMail, type SeatsMail } from "#core/bookings/seats/cancel-seats.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { writeCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { cents, formatPrice, priceLabel } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailLink, MailNote, MailText, MailTitle } from "../parts.tsx";
import { cancelledWords, titleAndTime } from "../push-words.ts";
import { defineMail } from "../template.tsx";
import {
  BookingFacts,
  disputedForProfessional,
  FollowButton,
  ManageButton,
  refundAsked,
  SearchButton,
  shareNow,
} from "./booking-facts.tsx";

export const bookingCancelledClient = defineMail("booking-cancelled-client", {
  read: readCancelledMail,
  push: cancelledWords("client", addresses.ownSessions),
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{titleOf(view)}</MailTitle>
      <MailText>
        {clientsReason(view)} {refundOfBooking(view)}
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

function clientsReason({ cancelReason, sanctioned, texts }: CancelledMail): string {
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
function refundOfBooking(view: CancelledMail): string {
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

export const bookingCancelledProfessional = defineMail("booking-cancelled-professional", {
  read: readBookingMail,
  push: cancelledWords("professional", addresses.agenda),
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Une réservation est annulée</MailTitle>
      <MailText>
        {professionalsReason(view)} {clientsRefund(view)}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});

function professionalsReason({ cancelReason, sanctioned, client }: BookingMail): string {
  const free = "La place est de nouveau libre.";
  if (sanctioned === "chosen") {
    return `À la suite de notre décision sur votre compte, ${client.name} a choisi d'être remboursé : sa réservation est annulée.`;
  }
  if (sanctioned === "decided") {
    return `À la suite de notre décision sur votre compte, la réservation de ${client.name} est annulée.`;
  }
  switch (cancelReason) {
    case "client":
      return `${client.name} a annulé sa réservation. ${free}`;
    case "outside":
      return `Notre équipe a remboursé ${client.name} : sa réservation est annulée. ${free}`;
    case "lost":
      return `À la suite d'un incident technique, la réservation de ${client.name} n'a pas pu être gardée.`;
    case "disputed":
      return `${client.name} a contesté son paiement, et sa banque le lui a rendu : sa réservation est annulée. ${free}`;
    default:
      return `Vous avez annulé la réservation de ${client.name}.`;
  }
}

function clientsRefund(view: BookingMail): string {
  const { cancelReason, refund, price } = view;
  if (refund === null) return price === 0 ? "" : "Le client n'est pas remboursé.";
  if (cancelReason === "outside" || cancelReason === "disputed") {
    return `Montant rendu : ${formatPrice(refund)}. ${shareNow(view)}`;
  }
  if (view.refundState === "asked" && view.isDisputed) {
    return disputedForProfessional(refund);
  }
  if (view.refundState === "asked") {
    return `Le remboursement de ${formatPrice(refund)} au client est demandé, commission comprise.`;
  }
  if (view.refundState === "by_bank") return `Sa banque lui a rendu ${formatPrice(refund)}.`;
  return `Le client est remboursé de ${formatPrice(refund)}, commission comprise.`;
}

export const seatsCancelledClient = defineMail("seats-cancelled-client", {
  read: readSeatsMail,
  subject: ({ given, texts }) =>
    `${given > 1 ? `${given} places annulées` : "Une place annulée"} : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Vous gardez {view.seats > 1 ? seatsLabel(view.seats) : "votre place"}</MailTitle>
      <MailText>
        Vous avez annulé {view.given > 1 ? seatsLabel(view.given) : "une place"} de cette
        réservation. {refundOfSeats(view)} Le reste de votre réservation ne change pas.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
  attachments: (view) => [writeCalendarFile(view)],
});

function refundOfSeats(view: SeatsMail): string {
  const { back, price } = view;
  if (back > 0) return refundAsked(back, view);
  return price === 0 ? "" : "Cette annulation n'ouvre pas droit à un remboursement.";
}

export const seatsCancelledProfessional = defineMail("seats-cancelled-professional", {
  read: readSeatsMail,
  push: (view, now) =>
    view.end <= now
      ? null
      : {
          title: `${seatsLabel(view.given)} ${view.given === 1 ? "annulée" : "annulées"}`,
          text: titleAndTime(view.texts.title, view.start, now),
          path: addresses.agenda,
          goodUntil: view.end,
        },
  subject: ({ given, texts }) =>
    `${given > 1 ? `${given} places rendues` : "Une place rendue"} : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>
        {view.given > 1
          ? `${view.given} places sont de nouveau libres`
          : "Une place est de nouveau libre"}
      </MailTitle>
      <MailText>
        {view.client.name} a annulé {view.given > 1 ? seatsLabel(view.given) : "une place"} et en
        garde {view.seats}. {clientsRefundOfSeats(view)}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});

function clientsRefundOfSeats({ back, price, isDisputed }: SeatsMail): string {
  if (back > 0 && isDisputed) return disputedForProfessional(back);
  if (back > 0) {
    return `Le remboursement de ${formatPrice(back)} est demandé, la commission sur cette somme comprise : vous gardez votre part de ce qui reste.`;
  }
  return price === 0 ? "" : "Le client n'est pas remboursé.";
}
