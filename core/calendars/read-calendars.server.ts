import {
  type OutsideAnswer,
  OutsideError,
  type Version,
} from "#platform/outside-requests.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { cleanText, oneLine } from "../texts/clean-text.ts";
import {
  askIfChanged,
  isSuddenlyEmpty,
  MAX_BYTES,
  nextReading,
  READ_AHEAD,
  READ_EVERY,
  READ_PATIENCE,
  TELL_UNREADABLE_AFTER,
} from "./rules.ts";
import type { CalendarFailure, Reading } from "./schema.ts";
import {
  type Calendar,
  claimDue,
  findCalendar,
  findMailbox,
  lockCalendar,
  noteFailure,
  readHours,
} from "./store.server.ts";
import { keepBusyTimes, updateBusyTimes } from "./update-busy-times.server.ts";

/** Leaves out events free, cancelled or ours (rule: calendar-in); too slow for a transaction. */
export async function fetchCalendar(ctx: Context, url: string): Promise<Fetched> {
  return understand(ctx, await ask(ctx, url));
}

type Fetched = { reading: Reading; failure: null } | { reading: null; failure: CalendarFailure };

async function fetchIfChanged(
  ctx: Context,
  url: string,
  known: Version,
): Promise<Fetched | "unchanged"> {
  const answer = await ask(ctx, url, known);
  const isUnchanged = typeof answer !== "string" && answer.status === 304;
  return isUnchanged ? "unchanged" : understand(ctx, answer);
}

async function ask(
  ctx: Context,
  url: string,
  known?: Version,
): Promise<OutsideAnswer | CalendarFailure> {
  try {
    const limits = { maxBytes: MAX_BYTES, timeoutMs: READ_PATIENCE, known };
    return await ctx.outside.read(url, limits);
  } catch (error) {
    if (error instanceof OutsideError) return error.failure;
    throw error;
  }
}

async function understand(ctx: Context, answer: OutsideAnswer | CalendarFailure): Promise<Fetched> {
  const failed = (failure: CalendarFailure) => ({ reading: null, failure });
  if (typeof answer === "string") return failed(answer);
  const { status, bytes, charset, version } = answer;
  if (status >= 500 || status === 429) return failed("unreachable");
  if (status !== 200) return failed("gone");
  const from = ctx.now().getTime();
  const to = from + READ_AHEAD;
  const ownHost = new URL(ctx.config.appUrl).hostname;
  const found = await ctx.ical.read({ bytes, charset, from, to, ownHost });
  if (!found?.isCalendar) return failed("invalid");
  const hours = found.hours.map(({ key, start, end, title }) => ({
    ...{ key, start: new Date(start), end: new Date(end), title: titleOf(title) },
  }));
  const unclear = found.unclear.map(({ title, day }) => ({ title: titleOf(title), day }));
  const { events, broken } = found;
  return {
    reading: { events, broken, unclear, hours, until: new Date(found.until), version },
    failure: null,
  };
}

const titleOf = (written: string | null) => oneLine(cleanText(written ?? "")) || null;

/** Eight downloads at a time get through these in a minute, the interval of this job. */
const BATCH = 400;

/** Claims each calendar once in 15 minutes (rule: calendar-in). @returns how many were due. */
export const readCalendars = defineJob("read-calendars", async (ctx) => {
  const now = ctx.now();
  const nextReadAt = new Date(now.getTime() + READ_EVERY);
  return ctx.db.transaction(async (tx) => {
    const due = await claimDue(tx, { now, nextReadAt, limit: BATCH });
    const jobs = due.map((calendarId) => ({ calendarId }));
    if (jobs.length > 0) await ctx.jobs.send(tx, "read-calendar", jobs);
    return due.length;
  });
});

/** Failures and sudden emptiness change nothing; told after a day (rule: calendar-in). */
export const readCalendar = defineJob("read-calendar", async (ctx, { calendarId }) => {
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
});

async function takeFailure(
  ctx: Context,
  tx: Transaction,
  calendar: Calendar,
  failure: CalendarFailure,
): Promise<void> {
  const now = ctx.now();
  const failingSince = calendar.failingSince ?? now;
  const isTold =
    !calendar.toldAt && now.getTime() - failingSince.getTime() >= TELL_UNREADABLE_AFTER;
  const toldAt = isTold ? now : calendar.toldAt;
  const nextReadAt = nextReading(failingSince, now);
  await noteFailure(tx, calendar.id, { failure, now, failingSince, toldAt, nextReadAt });
  const to = isTold ? await findMailbox(tx, calendar.professionalId) : null;
  if (!to) return;
  const reference = `${calendar.id} ${failingSince.toISOString()}`;
  const data = { calendarId: calendar.id };
  await enqueueMail(ctx, tx, { kind: "calendar-failing", reference, to, data });
}
