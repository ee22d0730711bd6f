import type { Executor } from "#platform/postgres.server.ts";
import { countFacts } from "./fit-slot.server.ts";
import { type Asked, type ListedKey, PEEKS, WALKS, type Walks } from "./schema.ts";
import { fetchListed, walkListed } from "./walk-listed.server.ts";

/** A longer walk is worth it only if the matches so far promise a little more than are needed. */
const MARGIN = 0.8;
/** With so many facts a question is taken to be rare. */
const NARROW = 2;

/**
 * Finds the first `needed` listings in the requested order, or fewer if there are no more. If only
 * few listings have the facts of the question, they are fetched. Otherwise it walks the index in
 * that order and tests each row: a short way, which shows how frequent matches are, then far if that
 * promises to be enough. What is neither rare nor frequent is fetched whole.
 */
export async function findListed(
  db: Executor,
  asked: Asked,
  needed: number,
  { near, far, few }: Walks = WALKS,
): Promise<ListedKey[]> {
  const facts = countFacts(asked);
  const fetch = (most?: number) => fetchListed(db, asked, { needed, most });
  const rare = facts >= NARROW || asked.professionalId !== null ? await fetch(few) : null;
  if (rare) return rare;
  const first = await walkListed(db, asked, { needed, budget: near });
  const isDone = ({ keys, isAll }: typeof first) => isAll || keys.length === needed;
  if (isDone(first)) return first.keys;
  const isLikely = (first.keys.length * far * MARGIN) / near >= needed;
  const some = facts > 0 && facts < NARROW && !isLikely ? await fetch(few) : null;
  if (some) return some;
  const further = await walkListed(db, asked, { needed, budget: far });
  return isDone(further) ? further.keys : ((await fetch()) ?? []);
}

/**
 * Does the same at a limited cost: it fetches a few and walks a short way. `isAll` says that there
 * are no more matches than these.
 */
export async function findNear(
  db: Executor,
  asked: Asked,
  needed: number,
  { near, few }: Pick<Walks, "near" | "few"> = PEEKS,
): Promise<{ keys: ListedKey[]; isAll: boolean }> {
  const isAllOf = (keys: ListedKey[]) => ({ keys, isAll: keys.length < needed });
  const facts = countFacts(asked);
  const isFirst = facts >= NARROW || asked.professionalId !== null;
  const rare = isFirst ? await fetchListed(db, asked, { needed, most: few }) : null;
  if (rare) return isAllOf(rare);
  const met = await walkListed(db, asked, { needed, budget: near });
  if (met.isAll || met.keys.length === needed) return isAllOf(met.keys);
  const others =
    facts > 0 && !isFirst ? await fetchListed(db, asked, { needed, most: few }) : null;
  return others ? isAllOf(others) : { ...met, isAll: false };
}
