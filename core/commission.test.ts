import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMISSION_LABEL, commission, SHARE_LABEL } from "./commission.ts";
import { cents } from "./money.ts";

const amounts = fc.integer({ min: 0, max: 100_000_000 }).map(cents);

describe("the commission", () => {
  test("is named beside the share that is left", () => {
    expect([COMMISSION_LABEL, SHARE_LABEL]).toEqual(["10 %", "90 %"]);
  });

  test("is ten percent, rounded to the nearest cent", () => {
    expect(commission(cents(1_990))).toBe(199);
    expect(commission(cents(1_995))).toBe(200);
    expect(commission(cents(1_994))).toBe(199);
    expect(commission(cents(0))).toBe(0);
  });

  test("leaves the professional a whole number of cents within a cent of ninety percent", () => {
    fc.assert(
      fc.property(amounts, (total) => {
        const share = cents(total - commission(total));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(Math.abs(share - total * 0.9)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
    expect.hasAssertions();
  });
});
