import type { Executor } from "#platform/postgres.server.ts";
import { hasFacts } from "./fit-slot.server.ts";
import { type Asked, type ListedKey, PEEKS, WALKS, type Walks } from "./schema.ts";
import { fetchListed, walkListed } from "./walk-listed.server.ts";

/** A longer walk is worth it only if the matches so far promise a little more than are needed. */
const MARGIN = 0.8;

/**
 * Finds the first `needed` listings in the requested order, or fewer if there are no more. It
 * begins to walk the index in that order and tests each row, which shows how frequent matches are.
 * If they are frequent, the walk goes on. If they are rare, all listings with the same marks are
 * fetched. In between, a short window of time is read as a whole and sorted.
 */
export async function findListed(
  db: Executor,
  asked: Asked,
  needed: number,
  { near, far, few }: Walks = WALKS,
): Promise<ListedKey[]> {
  const fetchAll = async () => (await fetchListed(db, asked, { needed })) ?? [];
  if (asked.professionalId !== null) return fetchAll();
  const first = await walkListed(db, asked, { needed, budget: near });
  const isDone = ({ keys, isAll }: typeof first) => isAll || keys.length === needed;
  if (isDone(first)) return first.keys;
  const isLikely = (first.keys.length * far * MARGIN) / near >= needed;
  if (!isLikely && hasFacts(asked)) {
    const rare = await fetchListed(db, asked, { needed, most: few });
    if (rare) return rare;
  }
  const further = await walkListed(db, asked, { needed, budget: far });
  if (isDone(further)) return further.keys;
  return fetchAll();
}

/**
 * Does the same at a limited cost: a short walk, then, if matches are rare, those with the same
 * marks. `isAll` says that there are no more matches than these.
 */
export async function findNear(
  db: Executor,
  asked: Asked,
  needed: number,
  { near, few }: Pick<Walks, "near" | "few"> = PEEKS,
): Promise<{ keys: ListedKey[]; isAll: boolean }> {
  const isAllOf = (keys: ListedKey[]) => ({ keys, isAll: keys.length < needed });
  if (asked.professionalId !== null)
    return isAllOf((await fetchListed(db, asked, { needed })) ?? []);
  const met = await walkListed(db, asked, { needed, budget: near });
  if (met.isAll || met.keys.length === needed) return isAllOf(met.keys);
  const rare = hasFacts(asked) ? await fetchListed(db, asked, { needed, most: few }) : null;
  return rare ? isAllOf(rare) : { ...met, isAll: false };
}
