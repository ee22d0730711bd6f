import { OutsideError } from "#platform/outside.server.ts";
import type { Context } from "../context.server.ts";
import { MOST_BYTES, READ_AHEAD, READ_PATIENCE } from "./rules.ts";
import type { CalendarFailure, Reading } from "./schema.ts";

/**
 * Reads a calendar at its address and the hours at which it keeps its owner busy: those of the next
 * 60 days, without what is free, cancelled or from this site (rule: calendar-in). Ten seconds at
 * most; no transaction is open meanwhile.
 */
export async function fetchCalendar(
  ctx: Context,
  url: string,
): Promise<{ reading: Reading; failure: null } | { reading: null; failure: CalendarFailure }> {
  const failed = (failure: CalendarFailure) => ({ reading: null, failure });
  let text: string;
  try {
    const limits = { maxBytes: MOST_BYTES, timeoutMs: READ_PATIENCE };
    const answer = await ctx.outside.read(url, limits);
    if (answer.status >= 500 || answer.status === 429) return failed("unreachable");
    if (answer.status !== 200) return failed("gone");
    text = answer.text;
  } catch (error) {
    if (error instanceof OutsideError) return failed(error.failure);
    throw error;
  }
  const from = ctx.now().getTime();
  const to = from + READ_AHEAD;
  const ownHost = new URL(ctx.config.appUrl).hostname;
  const found = await ctx.ical.read({ text, from, to, ownHost });
  if (!found?.isCalendar) return failed("invalid");
  const hours = found.hours.map(({ start, end, ...hour }) => ({
    ...hour,
    start: new Date(start),
    end: new Date(end),
  }));
  const { events, broken } = found;
  return { reading: { events, broken, hours, until: new Date(found.until) }, failure: null };
}
