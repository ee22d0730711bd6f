import type { ComponentProps } from "react";
import { disputedRefund, moneyLines } from "#core/bookings/labels.ts";
import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts } from "../parts.tsx";

export function BookingFacts({
  view,
  more = [],
}: {
  view: BookingMail;
  more?: ComponentProps<typeof MailFacts>["facts"];
}) {
  const { texts } = view;
  return (
    <MailFacts
      facts={[
        [BOOKED_WORDS[view.kind].name, texts.title],
        ["Date", texts.date],
        ["Horaire", texts.time],
        ["Lieu", texts.place],
        view.seats + view.seatsCancelled > 1 && ["Places", placesOf(view)],
        ...moneyLines(view),
        ...more,
      ]}
    />
  );
}

function placesOf({ seats, seatsCancelled, companions }: BookingMail): string {
  const given = seatsCancelled > 1 ? ` (${seatsCancelled} rendues)` : " (1 rendue)";
  return `${seats}${seatsCancelled > 0 ? given : ""}${companions ? `, avec ${companions}` : ""}`;
}

export function ManageButton({ view }: { view: BookingMail }) {
  return view.kind === "session" ? (
    <MailButton href={`${view.siteUrl}${addresses.profile}`}>Voir mes sessions</MailButton>
  ) : (
    <MailButton href={`${view.siteUrl}${addresses.ownActivities}`}>Voir mes activités</MailButton>
  );
}

export function FollowButton({ view }: { view: BookingMail }) {
  if (!view.hasAccount) return null;
  return (
    <MailButton href={`${view.siteUrl}${addresses.ownSessions}`}>Voir mes réservations</MailButton>
  );
}

export function SearchButton({ view }: { view: BookingMail }) {
  return view.kind === "session" ? (
    <MailButton href={`${view.siteUrl}${addresses.sessions}`}>Trouver une autre séance</MailButton>
  ) : (
    <MailButton href={`${view.siteUrl}${addresses.activities}`}>
      Trouver une autre activité
    </MailButton>
  );
}

export function shareNow({ share, price, commission }: BookingMail): string {
  if (share <= 0) return "Votre part de cette réservation a été reprise.";
  if (share >= price - commission) {
    return `Ce montant est à notre charge : votre part, ${formatPrice(share)}, vous reste acquise.`;
  }
  return `Votre part de cette réservation est maintenant de ${formatPrice(share)}.`;
}

export function refundAsked(
  amount: Cents,
  { isDisputed }: Pick<BookingMail, "isDisputed">,
  more = "",
): string {
  return isDisputed
    ? disputedRefund(amount)
    : `Le remboursement de ${formatPrice(amount)}${more} est demandé : il apparaît en général sous ${REFUND_DELAY}, selon votre banque.`;
}

export function disputedForProfessional(amount: Cents): string {
  return `Le client a contesté ce paiement auprès de sa banque : il est remboursé de ${formatPrice(amount)} par elle, ou par nous une fois qu'elle a décidé.`;
}
