import type { Reader } from "#platform/postgres.server.ts";
import { WEEKDAYS, type Weekday } from "../../dates.ts";
import { HOUR } from "../../durations.ts";
import { FLAGS } from "../../listings/rules.ts";
import { eurosToCents } from "../../money.ts";
import { COUNT_LIMIT, DEFAULT_SORT, LAST_MINUTE_HOURS } from "../rules.ts";
import type { FoundSession, Search, SessionKey, Target } from "../schema.ts";
import { findListed, findNear, NARROW } from "./find-listed.server.ts";
import { readCards } from "./read-results.server.ts";
import { factsOf, stretchOf } from "./rules.ts";
import { type Asked, WALKS, type Walks } from "./schema.ts";
import { type Counted, countEach, fetchListed } from "./walk-listed.server.ts";

interface Page {
  offset: number;
  limit: number;
}

export async function findSessions(
  db: Reader,
  search: Search,
  limit: number,
): Promise<FoundSession[]> {
  return readCards(db, await findKeys(db, search, limit), search.now);
}

/**
 * Reads a page, or the last page beyond the end; a count of COUNT_LIMIT + 1 stands for « more ».
 */
export async function findPage(
  db: Reader,
  search: Search,
  { offset, limit }: Page,
): Promise<{ sessions: FoundSession[]; keys: SessionKey[]; offset: number; total: number }> {
  const keys = await findKeys(db, search, COUNT_LIMIT + 1);
  const last = Math.floor(Math.max(0, Math.min(keys.length, COUNT_LIMIT) - 1) / limit) * limit;
  const starts = Math.min(offset, last);
  const sessions = await readCards(db, keys.slice(starts, starts + limit), search.now);
  return { sessions, keys, offset: starts, total: keys.length };
}

export async function peek(
  db: Reader,
  { target, now }: Search,
  needed: number,
  order: "date" | "distance" = "date",
): Promise<{ keys: SessionKey[]; isAll: boolean }> {
  const { keys, isAll } = await findNear(db, { ...askedOf(target, now), order }, needed);
  return { keys: keys.map((key) => ({ ...key, rank: 0 })), isAll };
}

/** Counts searches that share `all` but for their slot wishes; null if that is not rare. */
export async function countMatches(
  db: Reader,
  all: Search,
  searches: readonly Search[],
): Promise<Counted[] | null> {
  const common = askedOf(all.target, all.now);
  const { rare } = factsOf(common);
  if (rare.length < NARROW || all.target.professionalId !== null) return null;
  const questions = searches.map(({ target, now }) => askedOf(target, now));
  return countEach(db, common, questions, { facts: rare, most: WALKS.few });
}

export interface SlotAt {
  no: string;
  professionalId: string;
  start: Date;
}

export async function findAmong(
  db: Reader,
  { target, now }: Pick<Search, "target" | "now">,
  slots: readonly SlotAt[],
): Promise<FoundSession[]> {
  const asked: Asked = { ...askedOf(target, now), order: "date" };
  const keys: SessionKey[] = [];
  for (const { no, professionalId, start } of slots) {
    if ((asked.from && start < asked.from) || (asked.to && start >= asked.to)) continue;
    const only = { from: start, to: new Date(start.getTime() + 1), professionalId };
    const found = await fetchListed(db, { ...asked, ...only }, { facts: [], needed: COUNT_LIMIT });
    keys.push(...(found ?? []).filter((key) => key.no === no).map((key) => ({ ...key, rank: 0 })));
  }
  return readCards(db, keys, now);
}

export async function findKeys(
  db: Reader,
  { target, now, after }: Search,
  needed: number,
  walks?: Walks,
): Promise<SessionKey[]> {
  const asked = askedOf(target, now);
  const [leading] = target.sort === DEFAULT_SORT && !target.around ? target.terms : [];
  const find = async (part: Partial<Asked>, rank: number, most: number) => {
    const keys = await findListed(db, { ...asked, ...part }, most, walks);
    return keys.map((key) => ({ ...key, rank }));
  };
  if (!leading) return find({ after }, 0, needed);
  const strong =
    after?.rank === 1
      ? []
      : await find({ marks: [...asked.marks, `!${leading}`], after }, 0, needed);
  if (strong.length === needed) return strong;
  const weak = { without: `!${leading}`, after: after?.rank === 1 ? after : null };
  return [...strong, ...(await find(weak, 1, needed - strong.length))];
}

function askedOf(target: Target, now: Date): Asked {
  const { terms, cities, postcode, type, professionalId, price, wishes, lastMinute, around } =
    target;
  const sort = target.sort === DEFAULT_SORT ? (around ? "distance" : "date") : target.sort;
  const { from, to, hours } = stretchOf(wishes, now);
  // The last-minute list includes sessions that start in exactly 72 hours, to the millisecond.
  const soon = lastMinute ? new Date(now.getTime() + LAST_MINUTE_HOURS * HOUR + 1) : null;
  const seats = wishes.seats ?? 1;
  return {
    ...{ now, from, to: to && soon ? earlier(to, soon) : (to ?? soon), hours },
    marks: [...terms, ...(type ? [type] : []), ...(postcode === null ? [] : [`^${postcode}`])],
    without: null,
    cities,
    professionalId,
    price,
    weekdays: weekdaysOf(wishes),
    mostCents: wishes.price_max === undefined ? null : eurosToCents(wishes.price_max),
    ...{ seats, minutes: wishes.duration_max ?? null, flags: flagsOf(target) },
    near: around,
    order: sort,
    after: null,
  };
}

function weekdaysOf({ days }: Target["wishes"]): number[] | null {
  return days ? days.split(",").map((day) => WEEKDAYS.indexOf(day as Weekday) + 1) : null;
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

/** A search for more than one seat needs group sessions, because the others have only one. */
function flagsOf({ kind, wishes: { mode, format, seats = 1 } }: Target): Asked["flags"] {
  const isGroup = format === "group" || seats > 1;
  return {
    mask:
      FLAGS.activity |
      (mode ? FLAGS.online : 0) |
      (format !== undefined || isGroup ? FLAGS.group : 0),
    value:
      (kind === "activity" ? FLAGS.activity : 0) |
      (mode === "online" ? FLAGS.online : 0) |
      (isGroup ? FLAGS.group : 0),
  };
}
