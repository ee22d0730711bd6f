import { z } from "zod";
import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { CANNOT_ADD } from "./labels.ts";
import { fetchCalendar } from "./read-calendars.server.ts";
import { ADDED_PER_HOUR, MAX_CALENDARS, nextReading } from "./rules.ts";
import { addInput, type CalendarView, FAILURES } from "./schema.ts";
import {
  deleteCalendar,
  dropHours,
  insertCalendar,
  listOwn,
  lockCalendar,
  noteReading,
  readHours,
} from "./store.server.ts";
import { reopen, updateBusyTimes } from "./update-busy-times.server.ts";

/**
 * Read at once, to report a wrong address beside its field (rule: calendar-in).
 * @throws AppError `invalid_input` also for what cannot be read, `conflict` for one followed
 * already and for too many, `rate_limited`.
 */
export async function addCalendar(
  ctx: Context,
  raw: z.input<typeof addInput>,
): Promise<{ calendarId: string }> {
  const { userId, professionalId } = requireProfessional(ctx);
  const { url, name } = parseInput(addInput, raw);
  if (!(await ctx.limits.consume("add-calendar", userId, ADDED_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const { reading, failure } = await fetchCalendar(ctx, url);
  if (failure) throw new AppError("invalid_input", { fields: { url: [CANNOT_ADD[failure]] } });
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    if ((await listOwn(tx, professionalId, now)).length >= MAX_CALENDARS) {
      refuse(`Vous suivez déjà ${MAX_CALENDARS} agendas : retirez-en un d'abord.`);
    }
    const nextReadAt = nextReading(null, now);
    const calendar = await insertCalendar(tx, { professionalId, name, url, now, nextReadAt });
    if (!calendar) return refuse("Cet agenda est déjà suivi.");
    await updateBusyTimes(ctx, tx, calendar, reading);
    return { calendarId: calendar.id };
  });
}

function refuse(message: string): never {
  throw new AppError("conflict", { message, fields: { url: [message] } });
}

/**
 * Without their addresses, which are secrets.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function listCalendars(ctx: Context): Promise<CalendarView[]> {
  const { professionalId } = requireProfessional(ctx);
  const rows = await listOwn(ctx.db, professionalId, ctx.now());
  return rows.map(({ id, name, url, goodAt, failingSince, lastError, hours, unclear }) => ({
    ...{ id, name, failingSince, hours, unclear, readAt: goodAt },
    host: new URL(url).host,
    failure: FAILURES.find((failure) => failure === lastError) ?? null,
  }));
}

const input = z.object({ calendarId: z.uuid() });

/** @throws AppError `not_found` for somebody else's. */
export async function removeCalendar(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { calendarId } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const hours = await readHours(tx, calendarId, now);
    const isGone = await deleteCalendar(tx, { id: calendarId, professionalId });
    if (!isGone) throw new AppError("not_found", { message: "Cet agenda n'est plus suivi." });
    await reopen(tx, professionalId, hours, now);
    await refreshListingsOfProfessional(tx, professionalId, now);
  });
}

/** Its hours then stop being busy (rule: calendar-in). @throws AppError `conflict` if not empty. */
export async function acceptEmpty(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { calendarId } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const calendar = await lockCalendar(tx, calendarId);
    if (calendar?.professionalId !== professionalId) throw new AppError("not_found");
    if (calendar.lastError !== "empty") {
      throw new AppError("conflict", { message: "Cet agenda n'est plus vide." });
    }
    const hours = await readHours(tx, calendarId, now);
    await dropHours(tx, calendarId, hours);
    await reopen(tx, professionalId, hours, now);
    // Forgotten, so that the calendar is read in full again if its old events return.
    const noted = { events: 0, unclear: [], version: { etag: null, lastModified: null }, now };
    await noteReading(tx, calendarId, { ...noted, nextReadAt: nextReading(null, now) });
  });
}
