import type { Executor } from "#platform/postgres.server.ts";
import { isOfActivities } from "./fit-slot.server.ts";
import { type Asked, type ListedKey, WALKS, type Walks } from "./schema.ts";
import { fetchListed, passWindow, walkListed } from "./walk-listed.server.ts";

/** A walk ahead is worth it when what was met so far promises a little more than is needed. */
const MARGIN = 0.8;

/**
 * The first `needed` listings in the order asked for, fewer when there are no more. The index in
 * that order is walked, everything being tested on the way; a short walk shows how rare it is that
 * something fits. What is frequent is walked to; what is rare is fetched by its marks; else a short
 * window of time is passed whole and sorted.
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
  if ((first.keys.length * far * MARGIN) / near >= needed) {
    const further = await walkListed(db, asked, { needed, budget: far });
    if (isDone(further)) return further.keys;
  }
  const isMarked = asked.marks.length > 0 || asked.cities !== null || isOfActivities(asked);
  const rare = isMarked ? await fetchListed(db, asked, { needed, most: few }) : null;
  if (rare) return rare;
  if (asked.near) {
    const within = await passWindow(db, asked, { needed, budget: far, by: "distance" });
    if (within) return within;
  }
  if (asked.to && asked.order !== "date" && asked.order !== "distance") {
    const within = await passWindow(db, asked, { needed, budget: far, by: "date" });
    if (within) return within;
  }
  return fetchAll();
}

/**
 * The same without going far: a short walk, then what is rare by its marks. `isAll` says that there
 * are no more than these; what is neither frequent nor rare may have others.
 */
export async function findNear(
  db: Executor,
  asked: Asked,
  needed: number,
  { near, few }: Pick<Walks, "near" | "few"> = WALKS,
): Promise<{ keys: ListedKey[]; isAll: boolean }> {
  const isAllOf = (keys: ListedKey[]) => ({ keys, isAll: keys.length < needed });
  if (asked.professionalId !== null)
    return isAllOf((await fetchListed(db, asked, { needed })) ?? []);
  const met = await walkListed(db, asked, { needed, budget: near });
  if (met.isAll || met.keys.length === needed) return isAllOf(met.keys);
  const rare = await fetchListed(db, asked, { needed, most: few });
  return rare ? isAllOf(rare) : { ...met, isAll: false };
}
