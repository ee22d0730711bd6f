import { expect, test } from "vitest";
import { readNumber } from "./numbers.ts";

test.each([
  ["45,50", 45.5],
  ["45.50", 45.5],
  [" 45,5 € ", 45.5],
  ["45", 45],
  ["45,", 45],
  [",5", 0.5],
  ["0", 0],
  ["-3", -3],
  ["−3,5", -3.5],
  ["4550", 4_550],
  ["4 550,25", 4_550.25],
  ["4\u202f550,25", 4_550.25],
  ["4.550,25", 4_550.25],
  ["4,550.25", 4_550.25],
  ["1 234 567", 1_234_567],
])("« %s » is %d", (written, number) => {
  expect(readNumber(written)).toBe(number);
});

test.each(["4,550", "4.550"])("« %s » has decimals, not thousands", (written) => {
  expect(readNumber(written)).toBe(4.55);
});

test.each([
  ...["", " ", ",", "-", "€", "45 50", "45,50,20", "1.234.567", "1,234,567", "4 55,0", "4. 5"],
  ...["1e3", "0x10", "Infinity", "NaN", "quarante", "12 abc", "--3", "+3", "4'550", "٣"],
])("« %s » is no number", (written) => {
  expect(readNumber(written)).toBeNaN();
});
