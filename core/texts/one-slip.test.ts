import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOneSlip } from "./one-slip.ts";

const words = fc.string({ unit: fc.constantFrom(..."abcde"), minLength: 2, maxLength: 9 });

describe("a slip of the finger", () => {
  test.each([
    ["masage", "massage"],
    ["masssage", "massage"],
    ["mazsage", "massage"],
    ["amssage", "massage"],
    ["massaeg", "massage"],
    ["massag", "massage"],
  ])("« %s » for « %s »", (typed, meant) => {
    expect(isOneSlip(typed, meant)).toBe(true);
  });

  test.each([
    ["masaeg", "massage"],
    ["sesame", "massage"],
    ["massages", "masseurs"],
    ["abcd", "acbdd"],
  ])("« %s » is more than one away from « %s »", (typed, meant) => {
    expect(isOneSlip(typed, meant)).toBe(false);
  });

  test("reaches everything that one slip makes, both ways, and nothing further", () => {
    const slips = (word: string) => {
      const made = new Set<string>();
      for (let at = 0; at <= word.length; at++) {
        const [left, right] = [word.slice(0, at), word.slice(at)];
        made.add(left + right.slice(1));
        if (right.length > 1) made.add(left + right.charAt(1) + right.charAt(0) + right.slice(2));
        for (const letter of "abcde") {
          made.add(left + letter + right);
          made.add(left + letter + right.slice(1));
        }
      }
      return made;
    };
    fc.assert(
      fc.property(words, words, (typed, meant) => {
        const expected = slips(typed).has(meant);
        expect(isOneSlip(typed, meant) || typed === meant).toBe(expected || typed === meant);
        expect(isOneSlip(typed, meant)).toBe(isOneSlip(meant, typed));
        for (const slip of slips(typed)) {
          if (slip !== typed) expect(isOneSlip(typed, slip)).toBe(true);
        }
      }),
    );
    expect.hasAssertions();
  });
});
