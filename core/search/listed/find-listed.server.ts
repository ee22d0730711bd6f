import type { Reader } from "#platform/postgres.server.ts";
import { HOUR } from "../../durations.ts";
import { factsOf } from "./rules.ts";
import { PEEKS, type SearchPlan, type SessionKey, WALKS, type Walks } from "./schema.ts";
import { fetchListed, passWindow, walkListed } from "./walk-listed.server.ts";

/** Shortens the estimate of a long walk, which must promise a little more than is needed. */
const MARGIN = 0.8;
const EVENING = 12 * HOUR;
const FARTHER = 4;
/** A question with this many rare facts is taken to be rare itself. */
export const NARROW = 2;

/** Finds the first `needed` listings: fetches rare ones, else walks the index, far if promising. */
export async function findListed(
  db: Reader,
  plan: SearchPlan,
  needed: number,
  { near, far, few, many, doors }: Walks = WALKS,
): Promise<SessionKey[]> {
  const { rare, frequent } = factsOf(plan);
  const facts = [...rare, ...frequent];
  const isDone = ({ keys, isAll }: Walked) => isAll || keys.length === needed;
  const fetchAll = async () => (await fetchListed(db, plan, { facts, needed })) ?? [];
  if (plan.professionalId !== null) return fetchAll();
  if (rare.length >= NARROW) {
    const found = await fetchListed(db, plan, { facts, needed, most: few });
    if (found) return found;
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
    const found = await fetchListed(db, plan, { facts, needed, most: many });
    if (found) return found;
  }
  const last = further ?? (await walkFar());
  return isDone(last) ? last.keys : fetchAll();
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
  const { rare, frequent } = factsOf(plan);
  const isAllOf = (keys: SessionKey[]) => ({ keys, isAll: keys.length < needed });
  if (plan.professionalId !== null) {
    return isAllOf((await fetchListed(db, plan, { facts: [], needed })) ?? []);
  }
  const facts = [...rare, ...frequent];
  const fetchFew = () => fetchListed(db, plan, { facts, needed, most: few });
  const isRare = rare.length >= NARROW;
  const first = isRare ? await fetchFew() : null;
  if (first) return isAllOf(first);
  const met = await walkListed(db, plan, { needed, budget: near, doors });
  if (met.isAll || met.keys.length === needed) return isAllOf(met.keys);
  const found = rare.length > 0 && !isRare ? await fetchFew() : null;
  return found ? isAllOf(found) : { ...met, isAll: false };
}

type Walked = Awaited<ReturnType<typeof walkListed>>;
