import { bookingBadge, bookingTexts, managerBadges } from "#core/bookings/labels.ts";
import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import type { BookingView, ManagedOffering } from "#core/bookings/schema.ts";
import { placeLabel } from "#core/catalogue/labels.ts";
import * as addresses from "#site/addresses.ts";
import type { NextSession } from "./next-sessions.tsx";

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
