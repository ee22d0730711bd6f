import fs from "node:fs";
import { resolvePlace } from "#core/places/resolve-place.server.ts";
import { searchQuery } from "#core/search/schema.ts";
import { readQuery } from "#core/search/typing/read-query.server.ts";

/** A Friday, at a quarter to four in Paris. */
const NOW = new Date("2026-11-20T14:45:00Z");

export interface Phrase {
  typed: string;
  /** What is searched for as words. */
  words: string;
  /** What else it says: « date=today », in alphabetical order. */
  conditions: string[];
}

/** Phrases that people type into one field, each with what it means. */
export function readPhrases(): Phrase[] {
  const file = new URL("phrases.tsv", import.meta.url);
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const [typed = "", words = "", conditions = ""] = line.split("\t");
    const wanted = conditions.split(/ (?=\w+=)/).filter(Boolean);
    return { typed, words: words.trim(), conditions: wanted.sort() };
  });
}

/** What the search takes a phrase for. */
export function understand(typed: string): Phrase {
  const asked = searchQuery.parse({ q: typed });
  const exact = readQuery(asked, NOW).query;
  // A name with a slip is looked for only where nothing has the word.
  const { query } = exact.place ? { query: exact } : readQuery(asked, NOW, { isForgiving: true });
  const meant = query.place ? resolvePlace(query.place) : null;
  const place = meant && "name" in meant ? meant.name : query.place;
  const conditions = Object.entries({ ...query, place })
    .filter(([name, value]) => value && value !== asked[name as keyof typeof asked] && name !== "q")
    .map(([name, value]) => `${name}=${value}`);
  return { typed, words: query.q.trim(), conditions: conditions.sort() };
}
