import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordBookable } from "../prices/write-prices.server.ts";
import { findGaps } from "./gaps/offer-gaps.server.ts";
import { unclearLabels } from "./labels.ts";
import { compareReading, nextReading } from "./rules.ts";
import type { KeptHour, Reading } from "./schema.ts";
import {
  type Calendar,
  closedDuring,
  dropHours,
  findMailbox,
  markOverBooking,
  missHours,
  noteReading,
  readHours,
  writeHours,
} from "./store.server.ts";

/** Under both locks (rules: calendar-in, own-time, gap). */
export async function updateBusyTimes(
  ctx: Context,
  tx: Transaction,
  calendar: Calendar,
  reading: Reading,
): Promise<void> {
  const now = ctx.now();
  const kept = await readHours(tx, calendar.id, now);
  const { written, missed, gone, shortened } = compareReading(reading, kept);
  await writeHours(tx, calendar, written, now);
  await missHours(tx, calendar.id, missed);
  await dropHours(tx, calendar.id, gone);
  await reopen(tx, calendar.professionalId, [...gone, ...shortened], now);
  await findGaps(ctx, tx, calendar.professionalId, gone);
  await warnOfBooked(ctx, tx, calendar);
  await warnOfUnclear(ctx, tx, calendar, reading);
  const { events, unclear, version } = reading;
  const nextReadAt = nextReading(null, now);
  await noteReading(tx, calendar.id, { events, unclear, version, now, nextReadAt });
  if (written.length + gone.length + shortened.length > 0) {
    await refreshListingsOfProfessional(tx, calendar.professionalId, now);
  }
}

export async function keepBusyTimes(
  ctx: Context,
  tx: Transaction,
  calendar: Calendar,
): Promise<void> {
  const now = ctx.now();
  await warnOfBooked(ctx, tx, calendar);
  const { events, unclear, etag, lastModified } = calendar;
  const version = { etag, lastModified };
  const nextReadAt = nextReading(null, now);
  await noteReading(tx, calendar.id, { events, unclear, version, now, nextReadAt });
}

export async function reopen(
  tx: Transaction,
  professionalId: string,
  hours: readonly KeptHour[],
  now: Date,
): Promise<void> {
  if (hours.length > 0) await recordBookable(tx, closedDuring(professionalId, hours), now);
}

async function warnOfUnclear(
  ctx: Context,
  tx: Transaction,
  calendar: Calendar,
  { unclear }: Reading,
): Promise<void> {
  const told = unclearLabels(calendar.unclear);
  if (unclearLabels(unclear).every((label) => told.includes(label))) return;
  const to = await findMailbox(tx, calendar.professionalId);
  if (!to) return;
  const reference = `${calendar.id} ${ctx.now().toISOString()}`;
  const data = { calendarId: calendar.id };
  await enqueueMail(ctx, tx, { kind: "calendar-unclear", reference, to, data });
}

async function warnOfBooked(ctx: Context, tx: Transaction, calendar: Calendar): Promise<void> {
  const now = ctx.now();
  if ((await markOverBooking(tx, calendar.id, now)) === 0) return;
  const to = await findMailbox(tx, calendar.professionalId);
  if (!to) return;
  const at = now.toISOString();
  const data = { calendarId: calendar.id, at };
  await enqueueMail(ctx, tx, {
    ...{ kind: "event-over-booking", reference: `${calendar.id} ${at}`, to, data },
  });
}
