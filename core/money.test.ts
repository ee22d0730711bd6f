import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, centsToEuros, eurosToCents, formatPrice, priceLabel } from "./money.ts";

const amounts = fc.integer({ min: 0, max: 100_000_000 }).map(cents);

describe("euros and cents", () => {
  test("every amount survives the way to euros and back", () => {
    fc.assert(fc.property(amounts, (amount) => eurosToCents(centsToEuros(amount)) === amount));
    expect(centsToEuros(cents(1_990))).toBe(19.9);
  });

  test("rounds to the nearest cent where multiplying would lose one", () => {
    expect(eurosToCents(19.99)).toBe(1_999);
    expect(eurosToCents(1.005)).toBe(101);
    expect(eurosToCents(0.145)).toBe(15);
    expect(eurosToCents(4.35)).toBe(435);
  });

  test("minus zero is zero", () => {
    expect(Object.is(eurosToCents(-0), 0)).toBe(true);
  });

  test("refuses what is not a whole number of cents", () => {
    for (const value of [19.9, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => cents(value)).toThrow(RangeError);
    }
    expect(() => eurosToCents(Number("1e400"))).toThrow(RangeError);
  });
});

test("prices print in French", () => {
  expect(formatPrice(cents(1_990))).toBe("19,90\u00a0€");
  expect(formatPrice(cents(0))).toBe("0,00\u00a0€");
  expect(priceLabel(cents(0))).toBe("Gratuit");
  expect(priceLabel(cents(50))).toBe("0,50\u00a0€");
  expect(formatPrice(cents(123_456))).toBe("1\u202f234,56\u00a0€");
});
