import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "./clean-text.ts";

test.for([
  ["e\u0301te\u0301", "été"],
  ["\u202a+33 6 12\u202c", "+33 6 12"],
  ["gnp\u202e.jpg", "gnp.jpg"],
  ["bien\u00ad-être\u200b\ufeff", "bien-être"],
  ["zéro\u200dlargeur", "zérolargeur"],
  ["un\r\ndeux\rtrois\u2028quatre\u0085cinq", "un\ndeux\ntrois\nquatre\ncinq"],
  ["a\0b\u0007c\td", "abc\td"],
  ["👩‍👩‍👧 et 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 👍🏽", "👩‍👩‍👧 et 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 👍🏽"],
  ["\u3164\u200b \u2800\n", ""],
  ["\ufe0f\u034f\u115f", ""],
  ["café", "café"],
] as const)("%j is kept as %j", ([typed, kept]) => {
  expect(cleanText(typed)).toBe(kept);
});

test("whatever is typed, is clean the first time and shows as much", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (typed) => {
      const clean = cleanText(typed);
      expect(cleanText(clean)).toBe(clean);
      expect(clean).not.toMatch(/[\p{Cc}--[\n\t]]|[\u200b\u202a-\u202e\u2066-\u2069]/v);
      expect(clean.isWellFormed()).toBe(true);
    }),
  );
});
