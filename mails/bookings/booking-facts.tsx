import { moneyLines } from "#core/bookings/labels.ts";
import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { BOOKED_WORDS } from "#core/catalogue/labels.ts";
import { formatPrice } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { MailButton, MailFacts } from "../parts.tsx";

export function BookingFacts({
  view,
  more = [],
}: {
  view: BookingMail;
  more?: readonly (readonly [name: string, value: string])[];
}) {
  const { texts } = view;
  return (
    <MailFacts
      facts={[
        [BOOKED_WORDS[view.kind].name, texts.title],
        ["Date", texts.date],
        ["Horaire", texts.time],
        ["Lieu", texts.place],
        ...(view.seats + view.seatsCancelled > 1 ? ([["Places", placesOf(view)]] as const) : []),
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
