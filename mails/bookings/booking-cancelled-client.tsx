import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { cents, formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import { MailText, MailTitle } from "../parts.tsx";
import type { MailTemplate } from "../template.tsx";
import { BookingFacts, SearchButton } from "./booking-facts.tsx";

export const bookingCancelledClient: MailTemplate<BookingMail> = {
  subject: ({ texts }) => `Réservation annulée : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Votre réservation est annulée</MailTitle>
      <MailText>
        {whatHappened(view)} {whatComesBack(view)}
      </MailText>
      <BookingFacts view={view} />
      <SearchButton view={view} />
    </>
  ),
};

function whatHappened({ cancelReason, texts }: BookingMail): string {
  switch (cancelReason) {
    case "professional":
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

/** A refund that has been requested is not yet one that has been made. */
function whatComesBack({ cancelReason, refund, refundState, price }: BookingMail): string {
  if (refund === null) {
    return price === 0 ? "Elle ne coûtait rien." : "Elle n'ouvre pas droit à un remboursement.";
  }
  if (cancelReason === "disputed") return `Montant rendu : ${formatPrice(refund)}.`;
  const before = cents(price - refund);
  const rest = before > 0 ? `, après les ${formatPrice(before)} déjà rendus` : "";
  if (refundState === "asked") {
    return `Le remboursement de ${formatPrice(refund)}${rest} est demandé : il apparaît en général sous ${REFUND_DELAY}, selon votre banque.`;
  }
  if (refundState === "by_bank") return `Votre banque vous a rendu ${formatPrice(refund)}.`;
  return `Vous êtes remboursé de ${formatPrice(refund)}${rest}, sous ${REFUND_DELAY} selon votre banque.`;
}
