import type { Context } from "../context.server.ts";
import { READ_EVERY } from "./rules.ts";
import { claimDue } from "./store.server.ts";

/** Eight downloads at a time get through these in a minute, the interval of this job. */
const BATCH = 400;

/** Claims each calendar once in 15 minutes (rule: calendar-in). @returns how many were due. */
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
