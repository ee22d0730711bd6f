import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import { searchKey } from "../texts/search-key.ts";
import { inTurn, MOST_SHOWN } from "./rules.ts";
import { type Boosted, listBoosted } from "./store.server.ts";

/** A search, as far as boosts are concerned. */
export interface Occasion {
  kind: Boosted["kind"];
  /** The typed words. */
  q: string;
  category: string;
  /** City keys; null for anywhere. */
  cities: readonly string[] | null;
}

/** How many are looked for before the list goes without. */
const TRIES = 8;

/**
 * The boosted offerings for the head of a list, at most two, by turns of a minute (rule: boost). Only
 * those that the search itself finds: whatever fits it.
 *
 * @param find the cards of one professional's offerings that fit the search.
 */
export async function pickBoosted<Card extends { id: string }>(
  ctx: Context,
  occasion: Occasion,
  find: (professionalId: string) => Promise<readonly Card[]>,
): Promise<Card[]> {
  const now = ctx.now();
  const likely = (await listBoosted(ctx.reads, occasion.kind, now)).filter((boosted) =>
    mayFit(boosted, occasion),
  );
  const turn = Math.floor(now.getTime() / MINUTE) + seedOf(occasion);
  const picked: Card[] = [];
  for (const { offeringId, professionalId } of inTurn(likely, turn).slice(0, TRIES)) {
    const card = (await find(professionalId)).find(({ id }) => id === offeringId);
    if (card) picked.push(card);
    if (picked.length === MOST_SHOWN) break;
  }
  return picked;
}

/** The ids of the boosted activities for the head of the list of all, at most two, by the same turns. */
export async function pickBoostedActivities(ctx: Context): Promise<string[]> {
  const now = ctx.now();
  const all = await listBoosted(ctx.reads, "activity", now);
  return inTurn(all, Math.floor(now.getTime() / MINUTE))
    .slice(0, MOST_SHOWN)
    .map(({ offeringId }) => offeringId);
}

/** Leaves out what cannot fit, by the first letters of words, so that few are asked in vain. */
function mayFit({ city, words }: Boosted, { q, category, cities }: Occasion): boolean {
  if (cities && !cities.includes(city)) return false;
  const typed = searchKey(`${q} ${category}`).split(" ");
  return typed.every((word) => words.includes(word.slice(0, 4)));
}

/** Two lists have their turns apart from each other. */
function seedOf({ q, category, cities }: Occasion): number {
  const text = `${q} ${category} ${cities?.join(" ") ?? ""}`;
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 0);
}
