import type { Context } from "../context.server.ts";
import { READ_EVERY } from "./rules.ts";
import { claimDue } from "./store.server.ts";

/** As many are claimed a minute as eight at a time can read in it. */
const BATCH = 400;

/**
 * Has every calendar that is due read (rule: calendar-in). Safe to repeat: each is claimed once in
 * 15 minutes.
 *
 * @returns how many.
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
