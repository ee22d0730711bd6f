import { expect, test } from "vitest";
import { formOf, saysSame, type Typed, textsOf } from "./tab-drafts.ts";

const given: Typed = [
  ["intent", "edit"],
  ["version", "3"],
  ["title", "Yoga"],
  ["slot", "slot1"],
  ["slot1-id", "a"],
  ["slot1-start", "2026-12-01T18:30"],
];

test.each<[string, Typed, boolean]>([
  ["the same", given, true],
  ["an empty row more", [...given, ["slot", "slot2"], ["slot2-start", ""]], true],
  [
    "another key and version",
    given.map(([name, value]) => [name, name === "version" ? "4" : value]),
    true,
  ],
  [
    "another title",
    given.map(([name, value]) => [name, value === "Yoga" ? "Reiki" : value]),
    false,
  ],
  ["a title taken out", given.map(([name, value]) => [name, value === "Yoga" ? "" : value]), false],
  ["a word added", [...given, ["tags", "Calme"]], false],
  ["a slot to be removed", [...given, ["slot1-removed", "on"]], false],
])("%s: is it changed", (_, typed, same) => {
  expect(saysSame(given, typed)).toBe(same);
});

test("a draft is read as the form was sent", () => {
  const form = formOf([...given, ["tags", "Calme"], ["tags", "Nuit"]]);
  expect(form.getAll("tags")).toEqual(["Calme", "Nuit"]);
  expect(textsOf(form)).toMatchObject({ title: "Yoga", version: "3" });
});
