import fs from "node:fs";
import { expect, test } from "vitest";
import { resolvePlace } from "../../places/resolve-place.server.ts";
import { searchQuery } from "../schema.ts";
import { readQuery } from "./read-query.server.ts";

/** A Friday, at a quarter to four in Paris. */
const now = new Date("2026-11-20T14:45:00Z");

/** Phrases that people type into one field: each with its words, and with what else it says. */
const phrases = fs
  .readFileSync(new URL("phrases.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

test.for(phrases)("« %s » asks for « %s » and %s", ([q = "", words = "", conditions = ""]) => {
  const asked = searchQuery.parse({ q });
  const exact = readQuery(asked, now).query;
  // A name with a slip is looked for only where nothing has the word.
  const { query } = exact.place ? { query: exact } : readQuery(asked, now, { isForgiving: true });
  const meant = query.place ? resolvePlace(query.place) : null;
  const place = meant && "name" in meant ? meant.name : query.place;
  const told = Object.entries({ ...query, place })
    .filter(([name, value]) => value && value !== asked[name as keyof typeof asked] && name !== "q")
    .map(([name, value]) => `${name}=${value}`);
  const wanted = conditions.split(/ (?=\w+=)/).filter(Boolean);
  expect([query.q.trim(), told.sort()]).toEqual([words.trim(), wanted.sort()]);
});
