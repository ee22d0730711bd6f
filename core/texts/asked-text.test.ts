import { expect, test } from "vitest";
import { askedText, cutLabel } from "./asked-text.ts";

test("of a long text the beginning is looked for, and that is said", () => {
  const typed = ` ${"yoga doux ".repeat(30)}`;
  expect(askedText.parse(typed)).toBe("yoga doux ".repeat(20).trim());
  expect(cutLabel(["", typed])).toBe("Seuls les 200 premiers caractères ont été cherchés.");
});

test("a text that fits is whole, and what is no text is none", () => {
  expect(askedText.parse("é".repeat(200))).toBe("é".repeat(200));
  expect(cutLabel([`  ${"é".repeat(200)} `, null])).toBe("");
  for (const other of [undefined, null, 7, ["yoga"]]) expect(askedText.parse(other)).toBe("");
});
