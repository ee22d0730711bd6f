import { describe, expect, test } from "vitest";
import { cents, VAT_PERCENT } from "../money.ts";
import { areDetailsDue, firstInstantOf, quarterOf, splitVat, yearOf } from "./rules.ts";

describe("VAT within a price", () => {
  test.for([
    [6_000, 5_000, 1_000],
    [4_500, 3_750, 750],
    [4_999, 4_166, 833],
    [1, 1, 0],
    [0, 0, 0],
  ])("%i cents are %i without it, and %i", ([total = 0, net, vat]) => {
    expect(splitVat(cents(total), VAT_PERCENT * 100)).toEqual({ netCents: net, vatCents: vat });
  });

  test("is nothing at no rate, and both parts always add up", () => {
    expect(splitVat(cents(4_999), 0)).toEqual({ netCents: 4_999, vatCents: 0 });
    for (let total = 0; total < 2_000; total++) {
      const { netCents, vatCents } = splitVat(cents(total), VAT_PERCENT * 100);
      expect(netCents + vatCents).toBe(total);
    }
  });
});

test.for([
  [29, 199_999, false],
  [30, 1, true],
  [1, 200_000, true],
  [0, 0, false],
] as const)("details are due from %i sales of %i cents: %s", ([sales, paid, due]) => {
  expect(areDetailsDue({ sales, paidCents: cents(paid) })).toBe(due);
});

test("a year begins at midnight in Paris", () => {
  expect(firstInstantOf(2026)).toEqual(new Date("2025-12-31T23:00:00Z"));
  expect(yearOf(new Date("2025-12-31T22:59:59Z")).year).toBe(2025);
  expect(yearOf(new Date("2025-12-31T23:00:00Z")).year).toBe(2026);
});

test.for([
  ["2026-01", 1],
  ["2026-03", 1],
  ["2026-04", 2],
  ["2026-12", 4],
] as const)("%s is in quarter %i", ([month, quarter]) => {
  expect(quarterOf(month)).toBe(quarter);
});
