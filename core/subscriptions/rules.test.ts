import { expect, test } from "vitest";
import { formatPrice } from "../money.ts";
import { PLANS, withTax } from "./rules.ts";

test("the figures of the specification, as written (S1§9, R7)", () => {
  const [monthly, yearly, sixMonths] = PLANS.premium.prices;
  expect(monthly).toMatchObject({ monthlyCents: 1_990, savingCents: null });
  expect(yearly).toMatchObject({ totalCents: 17_880, monthlyCents: 1_490, savingCents: 6_000 });
  expect(sixMonths).toMatchObject({ totalCents: 5_970, monthlyCents: 995, savingCents: 11_940 });
  expect(PLANS.free.sessionsPerMonth).toBe(5);
  expect(PLANS.premium.sessionsPerMonth).toBe(50);
});

test("what is billed over months is what the month is said to cost", () => {
  for (const { prices } of Object.values(PLANS)) {
    for (const { months, totalCents, monthlyCents } of prices) {
      expect(Math.round(totalCents / months)).toBe(monthlyCents);
    }
  }
});

test("prices with tax are 1.2 times those without", () => {
  const ttc = PLANS.premium.prices.map(({ monthlyCents }) => formatPrice(withTax(monthlyCents)));
  expect(ttc.map((price) => price.replace(/\s/g, " "))).toEqual(["23,88 €", "17,88 €", "11,94 €"]);
});
