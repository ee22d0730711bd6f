import type { Context } from "../context.server.ts";
import { MINUTE } from "../durations.ts";
import { searchKey } from "../texts/clean-text.ts";
import { inTurn, MAX_SHOWN } from "./rules.ts";
import { type Boosted, listBoosted } from "./store.server.ts";

export interface Occasion {
  kind: Boosted["kind"];
  q: string;
  category: string;
  /** City keys; null for anywhere. */
  cities: readonly string[] | null;
}

/** Searches tried before the list goes without. */
const TRIES = 8;

/** Two at most, which the search finds by itself, by turns of a minute (rule: boost). */
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
    if (picked.length === MAX_SHOWN) break;
  }
  return picked;
}

export async function pickBoostedActivities(ctx: Context): Promise<string[]> {
  const now = ctx.now();
  const all = await listBoosted(ctx.reads, "activity", now);
  return inTurn(all, Math.floor(now.getTime() / MINUTE))
    .slice(0, MAX_SHOWN)
    .map(({ offeringId }) => offeringId);
}

/** Filters by the first letters of words, so that few are searched in vain. */
function mayFit({ city, words }: Boosted, { q, category, cities }: Occasion): boolean {
  if (cities && !cities.includes(city)) return false;
  const typed = searchKey(`${q} ${category}`).split(" ");
  return typed.every((word) => words.includes(word.slice(0, 4)));
}

function seedOf({ q, category, cities }: Occasion): number {
  const text = `${q} ${category} ${cities?.join(" ") ?? ""}`;
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 0);
}
