import fc from "fast-check";
import { expect, test } from "vitest";
import { PRICE_BAND_BOUNDS, PRICE_BANDS } from "./rules.ts";

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
