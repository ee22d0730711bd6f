import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR } from "../durations.ts";
import { PRICE_BAND_BOUNDS, PRICE_BANDS } from "../listings/rules.ts";
import { cents } from "../money.ts";
import { clientPrice, discountPercent, isLastMinute } from "./rules.ts";

const now = new Date("2026-11-20T09:00:00Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

test("the last-minute badge is for strictly under 24 hours", () => {
  expect(isLastMinute(after(24 * HOUR - 1), now)).toBe(true);
  expect(isLastMinute(after(24 * HOUR), now)).toBe(false);
  expect(isLastMinute(null, now)).toBe(false);
});

test("the client pays the reduced price when there is one, even 0", () => {
  const priceCents = cents(4_000);
  expect(clientPrice({ priceCents, discountedPriceCents: null })).toBe(4_000);
  expect(clientPrice({ priceCents, discountedPriceCents: cents(2_500) })).toBe(2_500);
  expect(clientPrice({ priceCents, discountedPriceCents: cents(0) })).toBe(0);
});

test("the discount in percent is never overstated", () => {
  const of = (discounted: number | null) =>
    discountPercent({
      priceCents: cents(3_000),
      discountedPriceCents: discounted === null ? null : cents(discounted),
    });
  expect(of(null)).toBeNull();
  expect(of(1_500)).toBe(50);
  expect(of(1_999)).toBe(33);
  expect(of(0)).toBe(100);
});

test("every price falls into exactly one band, lower bound included, upper excluded", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (price) => {
      const bands = PRICE_BANDS.filter((band) => {
        const { from, below } = PRICE_BAND_BOUNDS[band];
        return price >= from && (below === null || price < below);
      });
      expect(bands).toHaveLength(1);
    }),
  );
  expect(PRICE_BAND_BOUNDS["20-40"]).toEqual({ from: 2_000, below: 4_000 });
});
