import { expect, test } from "vitest";
import { csvLine, harmless } from "./csv.ts";

test("a cell is quoted where it would end too soon", () => {
  expect(csvLine(["plain", "a,b", "a;b", 'say "yes"', "two\nlines", ""], ",")).toBe(
    'plain,"a,b",a;b,"say ""yes""","two\nlines",',
  );
  expect(csvLine(["a,b", "a;b"], ";")).toBe('a,b;"a;b"');
});

test.each(["=1+1", " =1+1", "+33", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])(
  "%j never begins a formula",
  (typed) => expect(harmless(typed)).toBe(`'${typed}`),
);

test.each(["Yoga = calme", "1 - 2", "été", ""])("%j stays as it is", (typed) =>
  expect(harmless(typed)).toBe(typed),
);
