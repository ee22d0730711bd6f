import { disputedRefund } from "#core/bookings/labels.ts";
import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { REFUNDED_AT_ONCE } from "#core/bookings/rules.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_APPEARS } from "#core/payments/labels.ts";
import { BookingFacts, SearchButton } from "../bookings/booking-facts.tsx";
import { MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

const REASONS: Record<(typeof REFUNDED_AT_ONCE)[number], { why: string; what: string }> = {
  late: {
    why: "Cette place n'était plus à prendre quand votre paiement est arrivé.",
    what: "Votre paiement est arrivé trop tard : cette place n'était plus à prendre.",
  },
  duplicate: {
    why: "Vous aviez déjà une réservation pour ce créneau.",
    what: "Vous aviez déjà une réservation pour ce créneau : elle reste la vôtre, et ce second paiement n'était pas utile.",
  },
  own: {
    why: "Vous ne pouvez pas réserver votre propre créneau.",
    what: "Ce paiement a été fait avec votre adresse pour votre propre créneau, que vous ne pouvez pas réserver.",
  },
};

function reasonOf({ cancelReason }: BookingMail) {
  return REASONS[REFUNDED_AT_ONCE.find((reason) => reason === cancelReason) ?? "late"];
}

/** A requested refund may still fail. */
function whatComesBack(view: BookingMail): string {
  const { refundState, price } = view;
  if (refundState === "asked") {
    if (view.isDisputed) return disputedRefund(price);
    return `Le remboursement intégral de ${formatPrice(price)} est demandé.`;
  }
  if (refundState === "by_bank") return `Votre banque vous a rendu ${formatPrice(price)}.`;
  return "Vous êtes remboursé intégralement.";
}

const isAsked = ({ refundState }: BookingMail) => refundState === "asked";

export const latePaidRefunded = defineMail("late-paid-refunded", {
  read: readBookingMail,
  subject: (view) =>
    `${isAsked(view) ? "Remboursement demandé" : "Paiement remboursé"} : ${view.texts.title}`,
  preview: (view) => reasonOf(view).why,
  Body: (view) => (
    <>
      <MailTitle>
        {isAsked(view) ? "Votre remboursement est demandé" : "Votre paiement est remboursé"}
      </MailTitle>
      <MailText>
        {reasonOf(view).what}{" "}
        {view.cancelReason === "late" &&
          `Vous n'êtes pas inscrit à ${BOOKED_WORDS[view.kind].this}. `}
        {whatComesBack(view)}
      </MailText>
      <BookingFacts view={view} />
      {view.cancelReason === "late" && <SearchButton view={view} />}
      {view.refundState !== "by_bank" && !view.isDisputed && <MailNote>{REFUND_APPEARS}</MailNote>}
    </>
  ),
});
