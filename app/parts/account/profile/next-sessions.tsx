import { Link } from "react-router";
import {
  type BadgeTone,
  bookingBadge,
  bookingTexts,
  managerBadges,
} from "#core/bookings/labels.ts";
import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import type { BookingView, ManagedOffering } from "#core/bookings/schema.ts";
import { nextSlotLabel, placeLabel } from "#core/catalogue/labels.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ArrowLink } from "../../../ui/text-link.tsx";
import { DateTile, StateBadge } from "../../bookings/booking-parts.tsx";

const SHOWN = 4;

function first(sessions: NextSession[]): NextSession[] {
  return sessions.sort((a, b) => Number(a.start) - Number(b.start)).slice(0, SHOWN);
}

export function nextBookings(bookings: readonly BookingView[], now: Date): NextSession[] {
  return first(
    bookings.flatMap((booking) => {
      const { id, start, end, status, offeringId } = booking;
      if (status === "cancelled" || !start || !end || end <= now) return [];
      const { title, professional } = bookingTexts(booking);
      return {
        id,
        start,
        title,
        to: offeringId ? addresses.offering(booking.kind, offeringId) : addresses.ownSessions,
        facts: [professional, placeLabel(booking)],
        badge: bookingBadge(booking),
      };
    }),
  );
}

export function nextAppointments(
  groups: readonly ManagedGroups<ManagedOffering>[],
  now: Date,
): NextSession[] {
  const offerings = groups.flatMap(({ upcoming, previousMonth, deactivated, others }) => [
    ...upcoming,
    ...previousMonth,
    ...deactivated,
    ...others,
  ]);
  return first(
    offerings.flatMap((offering) =>
      offering.slots.flatMap(({ id, start, end, bookings }) => {
        const live = bookings.filter(({ status }) => status !== "cancelled");
        const [only] = live;
        if (!only || end <= now) return [];
        const sure = live.find(({ status }) => status === "confirmed") ?? only;
        const [badge = { label: sure.status, tone: "neutral" as const }] = managerBadges(sure);
        const who = live.length === 1 ? only.clientName : `${live.length} participants`;
        const to = addresses.offering(offering.kind, offering.id);
        const facts = [who, placeLabel(offering)];
        return { id, start, title: offering.title, to, facts, badge };
      }),
    ),
  );
}

export interface NextSession {
  id: string;
  start: Date;
  title: string;
  to: string;
  facts: readonly string[];
  badge: { label: string; tone: BadgeTone };
}

export function NextSessions({
  id,
  title,
  sessions,
  all,
  empty,
  now,
  className = "",
}: {
  id: string;
  title: string;
  sessions: readonly NextSession[];
  all: { to: string; of: string };
  empty: { text: string; to: string; action: string };
  now: Date;
  className?: string;
}) {
  return (
    <Panel aria-labelledby={id} className={`flex flex-col ${className}`}>
      <CardHead id={id} title={title}>
        <ArrowLink to={all.to}>
          Tout voir<span className="sr-only"> : {all.of}</span>
        </ArrowLink>
      </CardHead>
      {sessions.length > 0 ? (
        <ul className="mt-1 divide-y divide-hairline">
          {sessions.map((session) => (
            <Row key={session.id} session={session} now={now} />
          ))}
        </ul>
      ) : (
        <div className="mt-3 grid grow content-center justify-items-center gap-4 rounded-control bg-sand-100 px-5 py-8 text-center">
          <p>{empty.text}</p>
          <ButtonLink to={empty.to} variant="sage">
            {empty.action}
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function Row({ session, now }: { session: NextSession; now: Date }) {
  const { label, date } = nextSlotLabel(session.start, now);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <DateTile start={session.start} />
      <div>
        <p className="font-strong wrap-anywhere">
          <Link
            to={session.to}
            className="inline-flex min-h-6 items-center text-ink no-underline hover:underline"
          >
            {session.title}
          </Link>
        </p>
        <p className="text-14 wrap-anywhere text-ink-soft figures">
          {[label, date, ...session.facts].join(" · ")}
        </p>
      </div>
      <div className="max-sm:col-start-2">
        <StateBadge {...session.badge} />
      </div>
    </li>
  );
}

export function ClientSessions({
  bookings,
  now,
  className,
}: {
  bookings: readonly BookingView[];
  now: Date;
  className: string;
}) {
  return (
    <NextSessions
      id="prochaines"
      title="Prochaines sessions"
      sessions={nextBookings(bookings, now)}
      all={{ to: addresses.ownSessions, of: "mes réservations" }}
      empty={{
        text: "Vous n'avez aucune session à venir.",
        to: addresses.lastMinute,
        action: "Offres de dernière minute",
      }}
      now={now}
      className={className}
    />
  );
}
