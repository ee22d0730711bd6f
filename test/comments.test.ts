import { expect, test } from "vitest";
import { doubledIn, fragmentsIn } from "../scripts/comments.ts";

test("a fragment is found wherever a comment can begin, and nowhere else", () => {
  const planted = [
    "/** Of a guest's account, for the things bought. */",
    "/**\n * Whoever asks is told.\n */",
    "  // What it is.",
    "{/* Who is here. */}",
  ];
  for (const text of planted) expect(fragmentsIn(text), text).toHaveLength(1);
  const sound = [
    "/**\n * Sends a guest their password, once per purchase.\n * Whoever asks twice gets one mail.\n */",
    "// Holds the seat\n// Of the slot.",
    "const Of = 1;",
    "/** Offers what can be booked. */",
  ];
  for (const text of sound) expect(fragmentsIn(text), text).toEqual([]);
});

test("a docstring is found that stands before another one", () => {
  const second = "/** The purchase. */";
  expect(doubledIn(`/** Locks it. */\n${second}\nexport const a = 1;`)).toEqual([second]);
  expect(doubledIn(`/** Locks it. */\nlock();\n\n${second}\nexport const a = 1;`)).toEqual([]);
});
