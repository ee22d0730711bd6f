import { findTown, inhabitantsOf, wellKnownMeant } from "../../places/find-town.server.ts";
import { searchKey } from "../../texts/search-key.ts";
import type { ReadQuery, SearchQuery } from "../schema.ts";
import { isAlsoWord, readText } from "./rules.ts";

/**
 * Makes conditions of the time, seats, price, order and place that stand among the words of a search, in the
 * place of what was chosen before (rule: one-field). A city in « Où ? » is the place, whatever the words say.
 *
 * @param isForgiving whether a slip in the name of a well-known town is forgiven too.
 */
export function readQuery(
  asked: SearchQuery,
  now: Date,
  { isForgiving = false } = {},
): ReadQuery & {
  /** The search in which all that was taken out stays words; null where nothing was. */
  asTyped: SearchQuery | null;
} {
  const { q, location } = asked;
  const kept = asked.words.split(",").filter(Boolean);
  const known = {
    now,
    kept,
    inhabitantsOf: location !== "" ? nowhere : isForgiving ? inhabitantsMeant : inhabitantsOf,
  };
  const { words, time, seats, place, price, order } = readText(q, known);
  const asWords = (typed: string[]) => [...kept, ...typed.map(searchKey)].join(",");
  const giveBack = (part: { typed: string[] } | null) =>
    part && { ...asked, page: 1, words: asWords(part.typed) };
  const taken = [time, seats, place, price, order].flatMap((part) => part?.typed ?? []);
  const { typed: _, ...times } = time ?? { typed: [] };
  return {
    query: {
      ...asked,
      ...{ q: words, words: words === "" ? "" : asked.words },
      ...(time && { date: undefined, days: undefined, from: undefined, to: undefined, ...times }),
      ...(seats && { seats: seats.seats }),
      ...(price && { price: undefined, price_max: price.price_max }),
      ...(order && { sort: order.sort }),
      ...(place && { near: undefined, place: isForgiving ? nameOf(place.place) : place.place }),
    } as SearchQuery,
    undo: {
      ...{ time: giveBack(time), seats: giveBack(seats), place: giveBack(place) },
      ...{ price: giveBack(price), order: giveBack(order) },
    },
    asTyped: taken.length === 0 ? null : { ...asked, words: asWords(taken) },
  };
}

const nowhere = () => null;

function inhabitantsMeant(name: string): number | null {
  const exact = inhabitantsOf(name);
  if (exact !== null) return exact;
  const meant = wellKnownMeant(name);
  return meant && !isAlsoWord(searchKey(meant.name)) ? meant.population : null;
}

const nameOf = (typed: string) => findTown(typed)?.name ?? typed;
