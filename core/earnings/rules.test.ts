import { assert, integer, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMISSION_RATE, commission } from "../commission.ts";
import { cents } from "../money.ts";
import {
  addUp,
  arrivalsOf,
  latestFirst,
  monthsOf,
  netEstimate,
  periodOf,
  refundingOf,
  splitBalance,
  yearsSince,
} from "./rules.ts";
import type { MovementGroup } from "./schema.ts";

/** As the provider moves it when each side returns its own part, rounded. */
function movement(
  kind: "payment" | "refund" | "refunding",
  price: number,
  { back = price, count = 1 } = {},
): MovementGroup {
  const fee = commission(cents(price), COMMISSION_RATE);
  const none = { month: "2026-11", kind, count, coveredCents: cents(0), endsPayment: false };
  const [paidCents, reversedCents, pendingCents] = [cents(0), cents(0), cents(0)];
  const amounts = { ...none, paidCents, reversedCents, pendingCents, commissionCents: cents(0) };
  if (kind === "payment") return { ...amounts, paidCents: cents(price), commissionCents: fee };
  if (kind === "refunding") return { ...amounts, pendingCents: cents(back) };
  const commissionCents = cents(-Math.round((fee * back) / price) + 0);
  return { ...amounts, reversedCents: cents(back), commissionCents, endsPayment: back === price };
}

describe("the months", () => {
  test("are the last twelve in Paris, over New Year", () => {
    // 23:30 in UTC is the next day in Paris.
    const months = monthsOf(null, new Date("2026-01-31T23:30:00Z"));
    expect(months).toHaveLength(12);
    expect([months[0], months[10], months.at(-1)]).toEqual(["2025-03", "2026-01", "2026-02"]);
  });

  test("of a year are January to December", () => {
    const months = monthsOf(2025, new Date("2026-06-01T12:00:00Z"));
    expect([months.length, months[0], months.at(-1)]).toEqual([12, "2025-01", "2025-12"]);
  });

  test("begin and end at midnight in Paris, in winter and in summer", () => {
    expect(periodOf(["2026-03", "2026-04"])).toEqual({
      from: new Date("2026-02-28T23:00:00Z"),
      before: new Date("2026-04-30T22:00:00Z"),
    });
    expect(periodOf(monthsOf(2026, new Date())).before).toEqual(new Date("2026-12-31T23:00:00Z"));
  });

  test("there are years from the first booking on, the current one first", () => {
    const now = new Date("2026-11-20T09:00:00Z");
    expect(yearsSince(new Date("2024-12-31T23:30:00Z"), now)).toEqual([2026, 2025]);
    expect(yearsSince(null, now)).toEqual([2026]);
  });
});

describe("the sums", () => {
  test("a payment splits into commission and share; a refund takes both back", () => {
    const paid = movement("payment", 1_995);
    expect(addUp([paid])).toEqual({
      grossCents: 1_995,
      refundedCents: 0,
      coveredCents: 0,
      commissionCents: 200,
      shareCents: 1_795,
    });
    expect(addUp([paid, movement("refund", 1_995)])).toEqual({
      grossCents: 1_995,
      refundedCents: 1_995,
      coveredCents: 0,
      commissionCents: 0,
      shareCents: 0,
    });
  });

  test("what clients have back at the platform's expense is told, and taken from nobody", () => {
    const covered = { ...movement("refund", 4_000, { back: 0 }), coveredCents: cents(1_000) };
    expect(addUp([movement("payment", 4_000), covered])).toEqual({
      grossCents: 4_000,
      refundedCents: 0,
      coveredCents: 1_000,
      commissionCents: 400,
      shareCents: 3_600,
    });
  });

  test("commission and share are what was paid and not given back, to the cent (I4)", () => {
    assert(
      property(integer({ min: 50, max: 100_000 }), integer({ min: 0, max: 100 }), (price, part) => {
        const back = Math.round((price * part) / 100);
        const groups = [
          movement("payment", price, { count: 3 }),
          movement("refund", price, { back, count: 2 }),
        ];
        const sum = addUp(groups);
        expect(sum.commissionCents + sum.shareCents).toBe(sum.grossCents - sum.refundedCents);
        expect(sum.grossCents - sum.refundedCents).toBe(3 * price - 2 * back);
      }),
    );
  });

  test("what is on its way back is told apart", () => {
    const groups = [movement("payment", 4_000), movement("refunding", 4_000)];
    expect(addUp(groups)).toMatchObject({ grossCents: 4_000, refundedCents: 0, shareCents: 3_600 });
    expect(refundingOf(groups)).toBe(4_000);
  });
});

test("a refund taken before the money may leave is made up for by what comes in", () => {
  expect(splitBalance(-4_185, 22_275)).toEqual({ availableCents: 0, pendingCents: 18_090 });
  expect(splitBalance(1_000, 500)).toEqual({ availableCents: 1_000, pendingCents: 500 });
});

test("what comes in is said by day, the next first, less what is owed by then", () => {
  const at = (day: string, netCents: number) => ({ availableAt: new Date(day), netCents });
  const pending = [
    at("2026-11-29T22:30:00Z", 3_600),
    at("2026-11-28T04:00:00Z", 1_000),
    at("2026-11-29T01:00:00Z", 400),
    at("2026-11-30T01:00:00Z", 500),
  ];
  expect(arrivalsOf(pending, 0)).toEqual([
    { day: new Date("2026-11-28T00:00Z"), amountCents: 1_000 },
    { day: new Date("2026-11-29T00:00Z"), amountCents: 4_000 },
    { day: new Date("2026-11-30T00:00Z"), amountCents: 500 },
  ]);
  expect(arrivalsOf(pending, 1_250)).toEqual([
    { day: new Date("2026-11-29T00:00Z"), amountCents: 3_750 },
    { day: new Date("2026-11-30T00:00Z"), amountCents: 500 },
  ]);
  expect(arrivalsOf(pending, 9_999)).toEqual([]);
});

describe("the estimate of the net revenue (rule: earnings-figures)", () => {
  test.each([
    ["nothing paid", [], 0],
    ["40 €: 1.16 € and 0.30 €", [movement("payment", 4_000)], 3_854],
    [
      "two of 19.95 €: 1.157 € rounded, and 0.60 €",
      [movement("payment", 1_995, { count: 2 })],
      3_814,
    ],
    ["0.50 € less 0.31 €", [movement("payment", 50)], 19],
    [
      "what was given back counts no more",
      [movement("payment", 4_000), movement("payment", 2_000), movement("refund", 2_000)],
      3_854,
    ],
    [
      "half of it given back: still one paid booking",
      [movement("payment", 4_000), movement("refund", 4_000, { back: 2_000 })],
      1_912,
    ],
    ["never below 0", [movement("refund", 4_000)], 0],
  ])("%s", (_, groups, expected) => {
    expect(netEstimate(groups)).toBe(expected);
  });
});

test("transfers to the bank stand by the day of their arrival, the latest first", () => {
  const on = (day: string) => ({ arrivesAt: new Date(`${day}T00:00Z`) });
  const [first, second, third] = [on("2026-11-20"), on("2026-11-24"), on("2026-11-27")];
  // One made later may arrive before another.
  expect(latestFirst([second, third, first])).toEqual([third, second, first]);
});
