import {
  type OutsideAnswer,
  OutsideError,
  type Version,
} from "#platform/outside-requests.server.ts";
import type { Context } from "../context.server.ts";
import { cleanText, oneLine } from "../texts/clean-text.ts";
import { MOST_BYTES, READ_AHEAD, READ_PATIENCE } from "./rules.ts";
import type { CalendarFailure, Reading } from "./schema.ts";

/**
 * Leaves out events marked free, cancelled or our own (rule: calendar-in). It takes ten seconds at
 * most, so no transaction may be open meanwhile.
 */
export async function fetchCalendar(ctx: Context, url: string): Promise<Fetched> {
  return understand(ctx, await ask(ctx, url));
}

type Fetched = { reading: Reading; failure: null } | { reading: null; failure: CalendarFailure };

/** Downloads nothing if the server still has the version that we know. */
export async function fetchIfChanged(
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
    const limits = { maxBytes: MOST_BYTES, timeoutMs: READ_PATIENCE, known };
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
