import type { Context } from "../context.server.ts";
import { READ_EVERY } from "./rules.ts";
import { claimDue } from "./store.server.ts";

/**
 * Eight downloads at a time get through this many calendars in a minute, the interval of this job.
 */
const BATCH = 400;

/**
 * Enqueues a job for every calendar that is due to be read (rule: calendar-in). Safe to repeat:
 * each calendar is claimed once in 15 minutes.
 *
 * @returns how many calendars were due.
 */
export async function readCalendars(ctx: Context): Promise<number> {
  const now = ctx.now();
  const nextReadAt = new Date(now.getTime() + READ_EVERY);
  return ctx.db.transaction(async (tx) => {
    const due = await claimDue(tx, { now, nextReadAt, limit: BATCH });
    const jobs = due.map((calendarId) => ({ calendarId }));
    if (jobs.length > 0) await ctx.jobs.send(tx, "read-calendar", jobs);
    return due.length;
  });
}
