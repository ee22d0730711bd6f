import { expect, test } from "vitest";
import { readEuros, readNumber } from "./numbers.ts";

test.each([
  ["45,50", 45.5],
  ["45.50", 45.5],
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
  ...["1e3", "0x10", "Infinity", "NaN", "quarante", "12 abc", "45 €", "--3", "+3", "4'550", "٣"],
])("« %s » is no number", (written) => {
  expect(readNumber(written)).toBeNaN();
});

test.each([
  ...[
    "19,90",
    "19.90",
    "19,90 €",
    "19,90€",
    "€19.90",
    "€ 19,90",
    "19€90",
    "19 € 90",
    "19 euros 90",
  ],
  ...["EUR 19,90", "19,90 EUR", "19,90 euros", " 19,90\u00a0€ ", "19.90 Euro"],
])("« %s » is a sum", (written) => {
  expect(readEuros(written)).toBe(19.9);
});

test.each([
  ["1 250 €", 1_250],
  ["1\u202f250,50 €", 1_250.5],
  ["-3 €", -3],
  ["20 €", 20],
])("« %s » is %d euros", (written, euros) => {
  expect(readEuros(written)).toBe(euros);
});

test.each(["", "€", "€ €", "19 $", "19 €uros", "dix euros", "19€9", "19 € par personne"])(
  "« %s » is no sum",
  (written) => {
    expect(readEuros(written)).toBeNaN();
  },
);
