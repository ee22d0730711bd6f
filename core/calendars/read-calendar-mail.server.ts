import * as addresses from "#site/addresses.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { FAILURES } from "./schema.ts";
import { findCalendar, listOverBooking, type OverBooking } from "./store.server.ts";

/** Null once it can be read again, or is no longer followed. */
export async function readFailingCalendar(ctx: Context, mail: QueuedMail<"calendar-failing">) {
  const found = await findCalendar(ctx.db, mail.data.calendarId);
  const failure = FAILURES.find((one) => one === found?.lastError);
  if (!found?.failingSince || !failure) return null;
  const url = ctx.config.appUrl + addresses.ownCalendars;
  return { name: found.name, failingSince: found.failingSince, failure, url };
}

export async function readUnclearCalendar(ctx: Context, mail: QueuedMail<"calendar-unclear">) {
  const found = await findCalendar(ctx.db, mail.data.calendarId);
  if (!found || found.unclear.length === 0) return null;
  const { name, unclear } = found;
  return { name, unclear, url: ctx.config.appUrl + addresses.ownCalendars };
}

export async function readOverBookings(ctx: Context, { data }: QueuedMail<"event-over-booking">) {
  const { calendarId, at } = data;
  const asked = { calendarId, at: new Date(at), now: ctx.now() };
  const over = await listOverBooking(ctx.db, asked);
  if (over.length === 0) return null;
  const urlOf = ({ slotStart, slotId }: OverBooking) =>
    ctx.config.appUrl + addresses.agendaSlot(dayKey(slotStart), slotId);
  return { over: over.map((one) => ({ ...one, url: urlOf(one) })) };
}
