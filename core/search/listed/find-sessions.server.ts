import type { Reader } from "#platform/postgres.server.ts";
import type { SessionCardView } from "../../catalogue/schema.ts";
import { COUNT_LIMIT } from "../rules.ts";
import { findListed, NARROW } from "./find-listed.server.ts";
import { readCards } from "./read-results.server.ts";
import { factsOf } from "./rules.ts";
import { type SearchPlan, type SessionKey, WALKS } from "./schema.ts";
import { type Counted, countEach, fetchListed } from "./walk-listed.server.ts";

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

/**
 * Reads a page, or the last page beyond the end; a count of COUNT_LIMIT + 1 stands for « more ».
 */
export async function findPage(
  db: Reader,
  plan: SearchPlan,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ sessions: FoundSession[]; keys: SessionKey[]; offset: number; total: number }> {
  const keys = await findKeys(db, plan, COUNT_LIMIT + 1);
  const last = Math.floor(Math.max(0, Math.min(keys.length, COUNT_LIMIT) - 1) / limit) * limit;
  const starts = Math.min(offset, last);
  const sessions = await readCards(db, keys.slice(starts, starts + limit), plan.now);
  return { sessions, keys, offset: starts, total: keys.length };
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

/** By relevance, those with the leading word in title or type come first. */
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
