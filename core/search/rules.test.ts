import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isOneSlip,
  isStartButForOneSlip,
  meantCities,
  meantWord,
  placeParts,
  wordStarts,
} from "./rules.ts";

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

test("words of five letters or more find the known word that was meant", () => {
  const known = [{ word: "reiki" }, { word: "massages" }, { word: "massage" }, { word: "yoga" }];
  expect(meantWord("riki", known)).toBeNull();
  expect(meantWord("rieki", known)).toEqual({ word: "reiki" });
  expect(meantWord("mssage", known)).toEqual({ word: "massage" });
  expect(meantWord("yogaa", known)).toEqual({ word: "yoga" });
  expect(meantWord("meditations", [{ word: "meditation" }])).toEqual({ word: "meditation" });
  expect(meantWord("meditatoins", [{ word: "meditation" }])).toEqual({ word: "meditation" });
  expect(meantWord("plongee", known)).toBeNull();
});

test.each([
  ["mazsa", "massage", true],
  ["masag", "massage", true],
  ["masssa", "massage", true],
  ["amssa", "massage", true],
  ["massage", "massage", true],
  ["massages", "massage", true],
  ["mazs", "massage", false],
  ["mazza", "massage", false],
  ["ssage", "massage", false],
])("the beginning of a text, but for one slip: « %s » of « %s »: %s", (typed, text, expected) => {
  expect(isStartButForOneSlip(typed, text)).toBe(expected);
});

test("a text from each of its words on", () => {
  expect(wordStarts("saint jean de luz")).toEqual([
    "saint jean de luz",
    "jean de luz",
    "de luz",
    "luz",
  ]);
});

test("places forgive a slip in the words that were typed of them", () => {
  const known = [
    { start: "clermont ferrand", city: "clermont ferrand" },
    { start: "etienne", city: "saint etienne" },
    { start: "lyon", city: "lyon" },
  ];
  expect(meantCities("clremont", known)).toEqual(["clermont ferrand"]);
  expect(meantCities("clermont ferand", known)).toEqual(["clermont ferrand"]);
  expect(meantCities("etiene", known)).toEqual(["saint etienne"]);
  expect(meantCities("lion", known)).toEqual([]);
});

test.each([
  ["lyon", { name: "lyon", postcode: null }],
  ["69", { name: "", postcode: "69" }],
  ["69003 lyon", { name: "lyon", postcode: "69003" }],
  ["lyon 3e", { name: "lyon", postcode: "69003" }],
  ["paris 11eme", { name: "paris", postcode: "75011" }],
  ["paris 10", { name: "paris", postcode: "75010" }],
  ["marseille 8e arrondissement", { name: "marseille", postcode: "13008" }],
  ["1er lyon", { name: "lyon", postcode: "69001" }],
  ["lyon 10", { name: "lyon", postcode: null }],
  ["brest 3", { name: "brest", postcode: null }],
  ["st etienne", { name: "saint etienne", postcode: null }],
  ["ste adresse 76310", { name: "sainte adresse", postcode: "76310" }],
  ["123456", { name: "", postcode: null }],
])("« %s » has the parts %j", (key, parts) => {
  expect(placeParts(key)).toEqual(parts);
});
