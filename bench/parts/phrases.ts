import { isDeepStrictEqual } from "node:util";
import { readPhrases, understand } from "../../test/make/phrases.ts";
import { ratio } from "../numbers.ts";
import type { Measured, Part } from "../part.ts";

/*
 * How many of the phrases in test/make/phrases.tsv the one field of the search understands as
 * they are meant, and how long it takes to read one.
 */

async function measure(): Promise<Measured> {
  const phrases = readPhrases();
  const begun = performance.now();
  const right = phrases.filter((meant) => isDeepStrictEqual(understand(meant.typed), meant)).length;
  const each = (performance.now() - begun) / phrases.length;
  const row = {
    ...{ what: "phrases understood as they are meant", product: String(right) },
    ...{ bound: String(phrases.length), ratio: ratio(right / phrases.length) },
    ...{ budget: "1", met: right === phrases.length },
  };
  return {
    rows: [row, { what: "one phrase, on average", product: `${each.toFixed(2)} ms` }],
    curves: [],
    notes: [],
  };
}

export const part: Part = { name: "phrases", title: "Words of a search", measure };
