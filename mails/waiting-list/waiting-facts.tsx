import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { cents, priceLabel } from "#core/money.ts";
import type { WaitingMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import { MailFacts, MailLink, MailNote, MailText } from "../parts.tsx";

export const whenOf = ({ start }: WaitingMail) => `${formatLongDay(start)} à ${formatTime(start)}`;

export function WaitingFacts({ view }: { view: WaitingMail }) {
  const { title, professionalName, isOnline, city, seats, seatCents } = view;
  return (
    <MailFacts
      facts={[
        ["Séance", title],
        ["Quand", whenOf(view)],
        ["Où", isOnline ? "En ligne" : (city ?? "Sur place")],
        ["Avec", professionalName],
        ["Places", `${seatsLabel(seats)}, ${priceLabel(cents(seatCents * seats))}`],
      ]}
    />
  );
}

export function WaysOut({ view }: { view: WaitingMail }) {
  return (
    <>
      <MailText>
        <MailLink href={view.listsUrl}>Voir mes listes d'attente</MailLink>
      </MailText>
      <MailNote>
        <MailLink href={view.unsubscribeUrl}>Ne plus recevoir ces e-mails</MailLink>
      </MailNote>
    </>
  );
}
