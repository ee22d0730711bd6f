import { expect, test } from "vitest";
import { isStartButForOneSlip, meantCities, meantWords } from "./misspelling/rules.ts";
import { wordStarts } from "./rules.ts";

test("words of five letters or more find the known word that was meant", () => {
  const known = [{ word: "reiki" }, { word: "massages" }, { word: "massage" }, { word: "yoga" }];
  expect(meantWords("riki", known)).toEqual([]);
  expect(meantWords("rieki", known)[0]).toEqual({ word: "reiki" });
  expect(meantWords("mssage", known)[0]).toEqual({ word: "massage" });
  expect(meantWords("yogaa", known)[0]).toEqual({ word: "yoga" });
  expect(meantWords("meditations", [{ word: "meditation" }])[0]).toEqual({ word: "meditation" });
  expect(meantWords("meditatoins", [{ word: "meditation" }])[0]).toEqual({ word: "meditation" });
  expect(meantWords("plongee", known)).toEqual([]);
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
