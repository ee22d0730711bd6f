import { expect, test } from "vitest";
import { unusedShare } from "./rules.ts";

test("the part of a plan that an end leaves unused is counted by time, with tax", () => {
  const at = (day: string) => new Date(`${day}T10:00:00Z`);
  const yearly = { priceKey: "premium_yearly", currentPeriodEnd: at("2027-12-01") };
  const plan = { ...yearly, billingPausedAt: null };
  expect(unusedShare(plan, null, at("2026-12-01"))).toBe(21_456);
  expect(unusedShare(plan, null, at("2027-09-22"))).toBe(Math.round((21_456 * 70) / 365));
  expect(unusedShare(plan, null, at("2027-12-01"))).toBe(0);
  // Nobody has paid for a period that was voided.
  const voided = { ...plan, billingPausedAt: at("2026-11-20") };
  expect(unusedShare(voided, null, at("2027-06-01"))).toBe(0);
  // Six months in promotion show as the month that follows them.
  const promoted = { ...plan, priceKey: "premium_monthly", currentPeriodEnd: at("2027-05-31") };
  const beginning = { priceKey: "premium_6months", createdAt: at("2026-11-30") };
  expect(unusedShare(promoted, beginning, at("2027-03-01"))).toBeCloseTo((7_164 * 91) / 182, -1);
  const renewed = { ...promoted, currentPeriodEnd: at("2027-06-30") };
  expect(unusedShare(renewed, beginning, at("2027-06-15"))).toBe(Math.round((2_388 * 15) / 31));
});
