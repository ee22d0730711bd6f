import { type AlertMail, readAlertMail } from "#core/alerts/finds/read-alert-mail.server.ts";
import { priceFor } from "#core/alerts/labels.ts";
import { type MoveMail, readMoveMail } from "#core/bookings/move/read-move-mail.server.ts";
import {
  type ProposalMail,
  readProposalMail,
} from "#core/bookings/proposals/read-proposal-mail.server.ts";
import {
  type BookingMail,
  readBookingMail,
  readCancelledMail,
} from "#core/bookings/read-booking-mail.server.ts";
import { readReminder } from "#core/bookings/reminders/read-reminder.server.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { readSeatsMail, type SeatsMail } from "#core/bookings/seats/read-seats-mail.server.ts";
import { gapHours, gapQuestion } from "#core/calendars/gaps/labels.ts";
import { readGapMail } from "#core/calendars/gaps/read-gap-mail.server.ts";
import { whenLabel } from "#core/catalogue/labels.ts";
import type { Context } from "#core/context.server.ts";
import { formatTime } from "#core/dates.ts";
import type { PushKind } from "#core/notifications/push/rules.ts";
import type { PushText, RenderPush } from "#core/notifications/push/schema.ts";
import type { QueuedMail } from "#core/notifications/schema.ts";
import { bookingPath } from "#core/waiting-list/labels.ts";
import { readOfferMail, readOpenMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import * as addresses from "#site/addresses.ts";

type RenderKind<Kind extends PushKind> = (
  ctx: Context,
  mail: QueuedMail<Kind>,
) => Promise<PushText | null>;

/**
 * One row of the table of kinds: the reader of its mail, which answers null once there is no point
 * in telling, and the words. They say what there is and when, never a code or an address: a locked
 * screen is read by anybody.
 */
function pushKind<Kind extends PushKind, View>(
  read: (ctx: Context, mail: QueuedMail<Kind>) => Promise<View | null>,
  words: (view: View, now: Date) => PushText | null,
): RenderKind<Kind> {
  return async (ctx, mail) => {
    const view = await read(ctx, mail);
    return view === null ? null : words(view, ctx.now());
  };
}

/** « Yoga doux, demain à 18:30 » */
function what({ title, start }: { title: string; start: Date }, now: Date): string {
  const day = whenLabel(start, now);
  return `${title}, ${day.charAt(0).toLowerCase()}${day.slice(1)}`;
}

function alert({ slots, more }: AlertMail, now: Date): PushText | null {
  const [first] = slots;
  if (!first) return null;
  const count = slots.length + more;
  const named = slots.slice(0, 2).map(({ card, start, seats }) => {
    return `${what({ title: card.title, start }, now)}, ${priceFor(seats, card.price.nowCents)}`;
  });
  return {
    title: count === 1 ? "Une place pour vous" : `${count} places pour vous`,
    text: named.join("\n"),
    path: addresses.alerts,
    goodUntil: first.start,
  };
}

/** A cancellation by its reader's own hand is no news to them. */
function cancelled(view: BookingMail, now: Date, own: BookingMail["cancelReason"], path: string) {
  if (view.cancelReason === own || view.end <= now) return null;
  const title = "Réservation annulée";
  const text = what({ title: view.texts.title, start: view.start }, now);
  return { title, text, path, goodUntil: view.end };
}

/** « Yoga doux, demain à 18:30 au lieu de lundi 30 novembre à 19:00 » */
function hours(title: string, from: Date, to: Date, now: Date): string {
  const was = whenLabel(from, now);
  return `${what({ title, start: to }, now)} au lieu de ${was.charAt(0).toLowerCase()}${was.slice(1)}`;
}

/** A client accepted another hour; or is asked, as long as they can answer. */
function otherHour({ texts, from, to, expiresAt }: ProposalMail, now: Date, isAsked: boolean) {
  if (to.end <= now) return null;
  return {
    title: isAsked ? "Une autre heure vous est proposée" : "Nouvelle heure acceptée",
    text: hours(texts.title, from.start, to.start, now),
    path: isAsked ? addresses.ownSessions : addresses.agenda,
    goodUntil: isAsked ? expiresAt : to.end,
  };
}

const KINDS: { [Kind in PushKind]: RenderKind<Kind> } = {
  "alert-found": pushKind(readAlertMail, alert),
  "waiting-offer": pushKind(readOfferMail, (view, now) => ({
    title: `${view.seats === 1 ? "Une place vous attend" : `${view.seats} places vous attendent`} jusqu'à ${formatTime(view.offer.until)}`,
    text: what(view, now),
    path: bookingPath(view),
    goodUntil: view.offer.until,
  })),
  "waiting-open": pushKind(readOpenMail, (view, now) => ({
    title: "Une place s'est libérée",
    text: what(view, now),
    path: bookingPath(view),
    goodUntil: view.start,
  })),
  "booking-reminder": pushKind(readReminder, (view, now) => ({
    title: whenLabel(view.start, now),
    text: `${view.texts.title}, ${view.texts.professional}`,
    path: addresses.ownSessions,
    goodUntil: view.start,
  })),
  "booking-cancelled-client": pushKind(readCancelledMail, (view, now) =>
    cancelled(view, now, "client", addresses.ownSessions),
  ),
  "booking-cancelled-professional": pushKind<"booking-cancelled-professional", BookingMail>(
    readBookingMail,
    (view, now) => cancelled(view, now, "professional", addresses.agenda),
  ),
  // Its client has done it, so that it is news to the professional alone.
  "booking-moved-professional": pushKind<"booking-moved-professional", MoveMail>(
    readMoveMail,
    (view, now) => ({
      title: "Réservation déplacée",
      text: hours(view.texts.title, view.wasStart, view.start, now),
      path: addresses.agenda,
      goodUntil: view.end,
    }),
  ),
  "seats-cancelled-professional": pushKind<"seats-cancelled-professional", SeatsMail>(
    readSeatsMail,
    (view, now) =>
      view.end <= now
        ? null
        : {
            title: `${seatsLabel(view.given)} ${view.given === 1 ? "annulée" : "annulées"}`,
            text: what({ title: view.texts.title, start: view.start }, now),
            path: addresses.agenda,
            goodUntil: view.end,
          },
  ),
  "hour-proposed": pushKind<"hour-proposed", ProposalMail>(readProposalMail, (view, now) =>
    otherHour(view, now, true),
  ),
  "hour-moved-professional": pushKind<"hour-moved-professional", ProposalMail>(
    readProposalMail,
    (view, now) => otherHour(view, now, false),
  ),
  "booking-received": pushKind<"booking-received", BookingMail>(readBookingMail, (view, now) =>
    view.end <= now
      ? null
      : {
          title: "Nouvelle réservation",
          text: what({ title: view.texts.title, start: view.start }, now),
          path: addresses.agenda,
          goodUntil: view.end,
        },
  ),
  "gap-found": pushKind(readGapMail, ({ gap, now }) => ({
    title: `${gapHours(gap)} ${gapQuestion(gap, now).split(". ")[0]}`,
    text: gapQuestion(gap, now).split(". ")[1] ?? gap.offeringTitle,
    path: addresses.agenda,
    goodUntil: gap.start,
  })),
};

/** Words any notification for the worker's `sendPush`. */
export const renderPush: RenderPush = (ctx, mail) => {
  // The table gives each kind its own words, but the compiler cannot follow that through the union.
  const render = KINDS[mail.kind] as unknown as RenderKind<PushKind>;
  return render(ctx, mail);
};
