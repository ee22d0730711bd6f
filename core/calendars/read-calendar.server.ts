import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { fetchCalendar, fetchIfChanged } from "./fetch-calendar.server.ts";
import { askIfChanged, isSuddenlyEmpty, nextReading, TOLD_AFTER } from "./rules.ts";
import type { CalendarFailure } from "./schema.ts";
import {
  type Calendar,
  findCalendar,
  findMailbox,
  lockCalendar,
  noteFailure,
  readHours,
} from "./store.server.ts";
import { keepBusyTimes, updateBusyTimes } from "./update-busy-times.server.ts";

/**
 * A failure or a sudden emptiness changes nothing; the owner is told after a day (rule:
 * calendar-in).
 */
export async function readCalendar(
  ctx: Context,
  { calendarId }: { calendarId: string },
): Promise<void> {
  const found = await findCalendar(ctx.db, calendarId);
  if (!found) return;
  const hours = await readHours(ctx.db, calendarId, ctx.now());
  const known = askIfChanged(found, hours, ctx.now());
  const fetched = known
    ? await fetchIfChanged(ctx, found.url, known)
    : await fetchCalendar(ctx, found.url);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, found.professionalId);
    const calendar = await lockCalendar(tx, calendarId);
    if (!calendar) return;
    if (fetched === "unchanged") {
      // Read meanwhile, or confirmed to be empty: the next reading asks again.
      const isSame = calendar.etag === found.etag && calendar.lastModified === found.lastModified;
      if (isSame) await keepBusyTimes(ctx, tx, calendar);
      return;
    }
    const { reading, failure } = fetched;
    if (!reading) return takeFailure(ctx, tx, calendar, failure);
    const kept = await readHours(tx, calendarId, now);
    if (isSuddenlyEmpty(reading, kept)) return takeFailure(ctx, tx, calendar, "empty");
    await updateBusyTimes(ctx, tx, calendar, reading);
  });
}

async function takeFailure(
  ctx: Context,
  tx: Transaction,
  calendar: Calendar,
  failure: CalendarFailure,
): Promise<void> {
  const now = ctx.now();
  const failingSince = calendar.failingSince ?? now;
  const isTold = !calendar.toldAt && now.getTime() - failingSince.getTime() >= TOLD_AFTER;
  const toldAt = isTold ? now : calendar.toldAt;
  const nextReadAt = nextReading(failingSince, now);
  await noteFailure(tx, calendar.id, { failure, now, failingSince, toldAt, nextReadAt });
  const to = isTold ? await findMailbox(tx, calendar.professionalId) : null;
  if (!to) return;
  const reference = `${calendar.id} ${failingSince.toISOString()}`;
  const data = { calendarId: calendar.id };
  await enqueueMail(ctx, tx, { kind: "calendar-failing", reference, to, data });
}
