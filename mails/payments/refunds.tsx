import { howReturned } from "#core/bookings/goodwill/labels.ts";
import { disputedRefund } from "#core/bookings/labels.ts";
import {
  type BookingMail,
  type RefundMail,
  readBookingMail,
  readRefundMail,
} from "#core/bookings/read-booking-mail.server.ts";
import { REFUNDED_AT_ONCE } from "#core/bookings/rules.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatPrice } from "#core/money.ts";
import { REFUND_APPEARS, REFUND_DELAY } from "#core/payments/labels.ts";
import { readLostMail } from "#core/reconciliation/find-lost-payments.server.ts";
import * as addresses from "#site/addresses.ts";
import {
  BookingFacts,
  FollowButton,
  ManageButton,
  SearchButton,
  shareNow,
} from "../bookings/booking-facts.tsx";
import { MailButton, MailNote, MailText, MailTitle } from "../parts.tsx";
import { defineMail } from "../template.tsx";

function howGiven({ byBank, isGift, given, proof }: RefundMail): string {
  const amount = formatPrice(given);
  if (proof) {
    return `Notre équipe vous a rendu ${amount} ${howReturned(proof)}, sous la référence « ${proof.reference} ». Si vous n'avez rien reçu, écrivez-nous.`;
  }
  if (isGift) return `Parenthèse vous rend ${amount}, à titre de geste commercial.`;
  if (!byBank) return `Notre équipe vous a remboursé ${amount}.`;
  return `Vous avez contesté votre paiement, et votre banque vous en a rendu ${amount}.`;
}

export const bookingRefundedClient = defineMail("booking-refunded-client", {
  read: readRefundMail,
  subject: ({ texts, given }) => `${formatPrice(given)} vous sont rendus : ${texts.title}`,
  preview: ({ texts }) => `${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.given)} vous sont rendus</MailTitle>
      <MailText>
        {howGiven(view)} {view.cancelReason === null && "Votre réservation, elle, ne change pas."}
      </MailText>
      <BookingFacts
        view={view}
        // A gift is announced before the provider has made it.
        more={view.isGift ? [] : [["Rendu en tout", formatPrice(view.refunded)]]}
      />
      <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>
        Voir mes réservations
      </MailButton>
      {!view.byBank && !view.proof && <MailNote>{REFUND_APPEARS}</MailNote>}
    </>
  ),
});

export const bookingRefundedProfessional = defineMail("booking-refunded-professional", {
  read: readRefundMail,
  subject: ({ texts, given }) => `${formatPrice(given)} rendus à votre client : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>{formatPrice(view.given)} rendus à votre client</MailTitle>
      <MailText>
        {view.byBank
          ? `${view.client.name} a contesté son paiement, et sa banque lui en a rendu ${formatPrice(view.given)}.`
          : `Notre équipe a remboursé ${formatPrice(view.given)} à ${view.client.name}${view.proof ? ` ${howReturned(view.proof)}` : ""}.`}{" "}
        {view.takenBack > 0
          ? `Votre part de ce montant, ${formatPrice(view.takenBack)}, est reprise sur votre compte de paiement.`
          : shareNow(view)}{" "}
        {view.cancelReason === null && "La réservation, elle, ne change pas."}
      </MailText>
      <BookingFacts view={view} more={[["Rendu en tout", formatPrice(view.refunded)]]} />
      <MailButton href={`${view.siteUrl}${addresses.earnings}`}>Voir mes revenus</MailButton>
    </>
  ),
});

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

export const lostPaymentReturned = defineMail("lost-payment-returned", {
  read: readLostMail,
  subject: ({ amount }) => `Votre paiement de ${formatPrice(amount)} est remboursé`,
  preview: () => "Votre réservation n'a pas pu être gardée.",
  Body: ({ siteUrl, amount }) => (
    <>
      <MailTitle>Votre paiement est remboursé</MailTitle>
      <MailText>
        À la suite d'un incident technique, nous n'avons pas pu garder la réservation que vous avez
        payée {formatPrice(amount)}. Vous n'êtes donc pas inscrit, et vous êtes remboursé
        intégralement. Nous en sommes désolés.
      </MailText>
      <MailButton href={`${siteUrl}${addresses.sessions}`}>Trouver une autre séance</MailButton>
      <MailNote>{REFUND_APPEARS}</MailNote>
    </>
  ),
});

export const refundRefusedClient = defineMail("refund-refused-client", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement retardé : ${texts.title}`,
  preview: () => "Vous n'avez rien à faire : nous vous écrirons dès qu'il est réglé.",
  Body: (view) => (
    <>
      <MailTitle>Votre remboursement est retardé</MailTitle>
      <MailText>
        {`Nous avons demandé le remboursement de ${formatPrice(view.owed)} pour cette réservation annulée. `}
        {view.isDisputed
          ? "Il n'a pas pu être fait : ce paiement est contesté auprès de votre banque, qui garde la somme le temps de décider."
          : "Il n'a pas encore pu être fait."}
      </MailText>
      <MailText>
        {view.isDisputed
          ? "Si elle vous donne raison, elle vous rend la somme. Sinon, nous vous la remboursons. "
          : "Nous nous en occupons. "}
        Vous n'avez rien à faire : nous vous écrirons dès que c'est réglé.
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});

export const refundRefusedProfessional = defineMail("refund-refused-professional", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement retardé : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Un remboursement est retardé</MailTitle>
      <MailText>
        {`Le remboursement de ${formatPrice(view.owed)} à ${view.client.name} n'a pas encore pu être fait. `}
        {view.isDisputed
          ? "Ce paiement est contesté auprès de la banque du client, qui garde la somme le temps de décider."
          : "Nous nous en occupons."}
      </MailText>
      <MailText>
        La réservation reste annulée. Vous n'avez rien à faire : nous vous écrirons dès que c'est
        réglé.
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});

export const refundSettledClient = defineMail("refund-settled-client", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement réglé : ${texts.title}`,
  preview: ({ price }) => `${formatPrice(price)} vous sont rendus.`,
  Body: (view) => (
    <>
      <MailTitle>Votre remboursement est réglé</MailTitle>
      <MailText>
        {view.refundState === "by_bank"
          ? `Votre banque vous a rendu ${formatPrice(view.price)} pour cette réservation annulée : rien d'autre n'est dû.`
          : `${formatPrice(view.price)} vous sont rendus pour cette réservation annulée. Selon votre banque, la somme apparaît sur votre compte sous ${REFUND_DELAY}.`}
      </MailText>
      <BookingFacts view={view} />
      <FollowButton view={view} />
    </>
  ),
});

export const refundSettledProfessional = defineMail("refund-settled-professional", {
  read: readBookingMail,
  subject: ({ texts }) => `Remboursement réglé : ${texts.title}`,
  preview: ({ client, texts }) => `${client.name}, ${texts.date}, ${texts.time}`,
  Body: (view) => (
    <>
      <MailTitle>Un remboursement est réglé</MailTitle>
      <MailText>
        {view.refundState === "by_bank"
          ? `La banque de ${view.client.name} lui a rendu ${formatPrice(view.price)} pour cette réservation annulée. Cela ne vous coûte rien.`
          : `${formatPrice(view.price)} sont rendus à ${view.client.name} pour cette réservation annulée, commission comprise.`}
      </MailText>
      <BookingFacts view={view} />
      <ManageButton view={view} />
    </>
  ),
});
