import { expect, test } from "vitest";
import { readPhrases, understand } from "#test/make/phrases.ts";

test.for(readPhrases())("« $typed » asks for « $words » and $conditions", (meant) => {
  expect(understand(meant.typed)).toEqual(meant);
});
