import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailText, MailTitle } from "../parts.tsx";
import { cancelledWords } from "../push-words.ts";
import { disputedForProfessional } from "../refund-asked.ts";
import { defineMail } from "../template.tsx";
import { BookingFacts, ManageButton, shareNow } from "./booking-facts.tsx";

export const bookingCancelledProfessional = defineMail("booking-cancelled-professional", {
  read: readBookingMail,
  push: cancelledWords("professional", addresses.agenda),
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Une réservation est annulée</MailTitle>
      <MailText>
        {whatHappened(view)} {whatGoesBack(view)}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});

function whatHappened({ cancelReason, sanctioned, client }: BookingMail): string {
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

function whatGoesBack(view: BookingMail): string {
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
