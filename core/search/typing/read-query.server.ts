import { dayKey } from "../../dates.ts";
import { inhabitantsOf } from "../../places/find-town.server.ts";
import { searchKey } from "../../texts/search-key.ts";
import type { ReadQuery, SearchQuery } from "../schema.ts";
import { readText } from "./rules.ts";

/**
 * Makes conditions of the time, seats and place that stand among the words of a search, in the place of what
 * was chosen before (rule: one-field). A city in « Où ? » is the place, whatever the words say.
 */
export function readQuery(asked: SearchQuery, now: Date): ReadQuery {
  const { q, location } = asked;
  const kept = asked.words.split(",").filter(Boolean);
  const known = {
    today: dayKey(now),
    kept,
    inhabitantsOf: location === "" ? inhabitantsOf : nowhere,
  };
  const { words, time, seats, place } = readText(q, known);
  const giveBack = (part: { typed: string[] } | null) =>
    part && { ...asked, page: 1, words: [...kept, ...part.typed.map(searchKey)].join(",") };
  const { typed: _, ...times } = time ?? { typed: [] };
  return {
    query: {
      ...asked,
      ...{ q: words, words: words === "" ? "" : asked.words },
      ...(time && { date: undefined, days: undefined, from: undefined, to: undefined, ...times }),
      ...(seats && { seats: seats.seats }),
      ...(place && { near: undefined, place: place.place }),
    } as SearchQuery,
    undo: { time: giveBack(time), seats: giveBack(seats), place: giveBack(place) },
  };
}

const nowhere = () => null;
