import { LRUCache } from "lru-cache";
import type { Reader } from "#platform/postgres.server.ts";
import type { SessionCardView } from "../../catalogue/schema.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { COUNT_LIMIT } from "../rules.ts";
import { expectListings, readFrequencies } from "./fact-frequencies.server.ts";
import { readCards } from "./read-results.server.ts";
import { factsOf } from "./rules.ts";
import { PEEKS, type SearchPlan, type SessionKey, WALKS, type Walks } from "./schema.ts";
import {
  type Counted,
  countEach,
  fetchListed,
  isLed,
  passWindow,
  walkListed,
} from "./walk-listed.server.ts";

/** Shortens the estimate of a long walk, which must promise a little more than is needed. */
const MARGIN = 0.8;
const EVENING = 12 * HOUR;
const FARTHER = 4;
const EVERYTHING = 10 ** 9;
/** Facts that repel each other have so many times fewer listings than is expected of them. */
const DEPENDENCE = 2;
/** A question with this many rare facts is taken to be rare itself. */
const NARROW = 2;

/** Finds the first `needed` listings: fetches rare ones, else walks the index, far if promising. */
export async function findListed(
  db: Reader,
  plan: SearchPlan,
  needed: number,
  { fewest, few, many, far, doors, ...walks }: Walks = WALKS,
): Promise<SessionKey[]> {
  if (plan.around?.cells.length === 0) return [];
  const { rare, facts, surely } = await weigh(db, plan);
  const isDone = ({ keys, isAll }: Walked) => isAll || keys.length === needed;
  const fetchAll = async () => (await fetchListed(db, plan, { facts, needed })) ?? [];
  if (plan.professionalId !== null) return fetchAll();
  const fetchUpTo = async (most: number) =>
    surely > most ? null : fetchListed(db, plan, { facts, needed, most });
  const near = plan.order === "distance" ? walks.nearest : walks.near;
  const isNarrow = rare.length >= NARROW;
  // Around a place doors are walked from the nearest on, whatever has them.
  const isRareMaybe = rare.length > 0 && !plan.around && !isLed(plan) && !isFrequent(db, rare);
  if (isNarrow || isRareMaybe) {
    const most = isNarrow ? few : fewest;
    const found = await fetchUpTo(most);
    if (found) return found;
    if (!isNarrow) rememberFrequent(db, rare);
  }
  const met = await walkListed(db, plan, { needed, budget: near, doors });
  if (isDone(met)) return met.keys;
  const isLikely = (met.keys.length * far * MARGIN) / near >= needed;
  const walkFar = () => walkListed(db, plan, { needed, budget: far, doors: FARTHER * doors });
  const further = isLikely ? await walkFar() : null;
  if (further && isDone(further)) return further.keys;
  if (!further && isEvening(plan)) {
    const found = await passWindow(db, plan, { needed, budget: far });
    if (found) return found;
  }
  if (facts.length > 0) {
    const found = await fetchUpTo(many);
    if (found) return found;
  }
  const last = further ?? (await walkFar());
  if (isDone(last)) return last.keys;
  // To fetch a good part of all would take seconds, whatever the page needs.
  const isTooMany = surely > many && plan.order !== "distance";
  return isTooMany
    ? (await walkListed(db, plan, { needed, budget: EVERYTHING, doors })).keys
    : fetchAll();
}

/** Facts that too many listings had a moment ago, so that nobody looks them up in vain again. */
const frequentFacts = new WeakMap<Reader, LRUCache<string, true>>();

const isFrequent = (db: Reader, facts: readonly string[][]): boolean =>
  frequentFacts.get(db)?.has(String(facts)) ?? false;

function rememberFrequent(db: Reader, facts: readonly string[][]): void {
  const known = frequentFacts.get(db) ?? new LRUCache({ max: 10_000, ttl: 10 * MINUTE });
  frequentFacts.set(db, known.set(String(facts), true));
}

function isEvening({ order, from, to, now }: SearchPlan): boolean {
  const begins = from && from > now ? from : now;
  const isShort = to !== null && to.getTime() - begins.getTime() <= EVENING;
  return isShort && order !== "date" && order !== "distance";
}

/** Does the same at limited cost; `isAll` says that there are no more matches. */
export async function findNear(
  db: Reader,
  plan: SearchPlan,
  needed: number,
  { near, few, doors }: Pick<Walks, "near" | "few" | "doors"> = PEEKS,
): Promise<{ keys: SessionKey[]; isAll: boolean }> {
  if (plan.around?.cells.length === 0) return { keys: [], isAll: true };
  const { rare, facts, surely } = await weigh(db, plan);
  const isAllOf = (keys: SessionKey[]) => ({ keys, isAll: keys.length < needed });
  if (plan.professionalId !== null) {
    return isAllOf((await fetchListed(db, plan, { facts: [], needed })) ?? []);
  }
  const fetchFew = async () =>
    surely > few ? null : fetchListed(db, plan, { facts, needed, most: few });
  const isRare = rare.length >= NARROW;
  const first = isRare ? await fetchFew() : null;
  if (first) return isAllOf(first);
  const met = await walkListed(db, plan, { needed, budget: near, doors });
  if (met.isAll || met.keys.length === needed) return isAllOf(met.keys);
  const found = rare.length > 0 && !isRare ? await fetchFew() : null;
  return found ? isAllOf(found) : { ...met, isAll: false };
}

async function weigh(db: Reader, plan: SearchPlan) {
  const { rare, frequent } = factsOf(plan);
  const facts = [...rare, ...frequent];
  return { rare, facts, surely: expectListings(await readFrequencies(db), facts) / DEPENDENCE };
}

type Walked = Awaited<ReturnType<typeof walkListed>>;

export interface FoundSession {
  key: SessionKey;
  card: SessionCardView;
}

export async function findSessions(
  db: Reader,
  plan: SearchPlan,
  limit: number,
): Promise<FoundSession[]> {
  return readCards(db, await findKeys(db, plan, limit), plan.now);
}

/** Searches that a moment ago had more than is counted, and need no more than their page now. */
const longLists = new WeakMap<Reader, LRUCache<string, true>>();

/** The last page beyond the end; a total of COUNT_LIMIT + 1 stands for « more ». */
export async function findPage(
  db: Reader,
  plan: SearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sessions: FoundSession[]; offset: number; total: number }> {
  const known = longLists.get(db) ?? new LRUCache({ max: 10_000, ttl: MINUTE });
  longLists.set(db, known);
  const name = nameOf(plan);
  const isLong = known.has(name) && offset + limit <= COUNT_LIMIT;
  const first = isLong ? await findKeys(db, plan, offset + limit) : [];
  if (first.length === offset + limit) {
    const sessions = await readCards(db, first.slice(offset), plan.now);
    return { sessions, offset, total: COUNT_LIMIT + 1 };
  }
  const keys = await findKeys(db, plan, COUNT_LIMIT + 1);
  if (keys.length > COUNT_LIMIT) known.set(name, true);
  const last = Math.floor(Math.max(0, Math.min(keys.length, COUNT_LIMIT) - 1) / limit) * limit;
  const starts = Math.min(offset, last);
  const sessions = await readCards(db, keys.slice(starts, starts + limit), plan.now);
  return { sessions, offset: starts, total: keys.length };
}

/** The same for a search that is repeated within the minute. */
function nameOf({ now, from, to, ...conditions }: SearchPlan): string {
  const minutes = [from, to].map((instant) => instant && Math.floor(instant.getTime() / MINUTE));
  return JSON.stringify([minutes, conditions]);
}

/** Counts plans that share `all` but for their conditions on slots; null if that is not rare. */
export async function countMatches(
  db: Reader,
  all: SearchPlan,
  plans: readonly SearchPlan[],
): Promise<Counted[] | null> {
  const { rare } = factsOf(all);
  if (rare.length < NARROW || all.professionalId !== null) return null;
  return countEach(db, all, plans, { facts: rare, most: WALKS.few });
}

export interface SlotAt {
  no: string;
  professionalId: string;
  start: Date;
}

export async function findAmong(
  db: Reader,
  plan: SearchPlan,
  slots: readonly SlotAt[],
): Promise<FoundSession[]> {
  const keys: SessionKey[] = [];
  for (const { no, professionalId, start } of slots) {
    if ((plan.from && start < plan.from) || (plan.to && start >= plan.to)) continue;
    const only = { from: start, to: new Date(start.getTime() + 1), professionalId };
    const found = await fetchListed(db, { ...plan, ...only }, { facts: [], needed: COUNT_LIMIT });
    keys.push(...(found ?? []).filter((key) => key.no === no));
  }
  return readCards(db, keys, plan.now);
}

/** Those with the leading word in title or type come first (rule: relevance-order). */
export async function findKeys(
  db: Reader,
  plan: SearchPlan,
  needed: number,
): Promise<SessionKey[]> {
  const { leading, marks, after } = plan;
  if (!leading) return findListed(db, plan, needed);
  const isWeak = after?.rank === 1;
  const strong = isWeak
    ? []
    : await findListed(db, { ...plan, marks: [...marks, `!${leading}`] }, needed);
  if (strong.length === needed) return strong;
  const others = { ...plan, without: `!${leading}`, after: isWeak ? after : null };
  const weak = await findListed(db, others, needed - strong.length);
  return [...strong, ...weak.map((key) => ({ ...key, rank: 1 }))];
}
