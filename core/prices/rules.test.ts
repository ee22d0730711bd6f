import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import {
  areSteps,
  cutsOf,
  type FallStep,
  LEAST_FLOOR,
  type Priced,
  priceAt,
  stepsOf,
  viewPrice,
} from "./rules.ts";
import { fallSteps } from "./schema.ts";

const START = new Date("2026-11-27T18:00:00Z");
const earlier = (milliseconds: number) => new Date(START.getTime() - milliseconds);
const EXAMPLE: FallStep[] = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];

describe("the steps that may be chosen (rule: falling-price)", () => {
  const refusals = (input: unknown) =>
    fallSteps.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

  test("are five at most, from 24 hours before, each later and lower than the one before", () => {
    expect(refusals(EXAMPLE)).toEqual([]);
    expect(refusals([])).toEqual([]);
    expect(refusals([{ hours: 25, percent: 10 }])).toEqual([
      "La première baisse a lieu au plus tôt 24 h avant le début.",
    ]);
    expect(refusals([{ hours: 0, percent: 91 }])).toEqual([
      "La dernière baisse a lieu au plus tard 1 h avant le début.",
      "Une baisse est de 90 % au plus.",
    ]);
    const anyStep = fc.record({
      hours: fc.oneof(fc.integer({ min: -1, max: 26 }), fc.constantFrom(1.5, Number.NaN)),
      percent: fc.integer({ min: -1, max: 92 }),
    });
    // The form's own answer, which brings no schema into the browser, is the same.
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 7 }), (steps) => {
        const sorted = steps.toSorted((one, other) => other.hours - one.hours);
        for (const tried of [steps, sorted, EXAMPLE, [...EXAMPLE, ...sorted]]) {
          expect(areSteps(tried)).toBe(refusals(tried).length === 0);
        }
      }),
    );
    const order = ["Chaque étape vient après la précédente, avec un prix plus bas."];
    for (const second of [
      { hours: 6, percent: 10 },
      { hours: 24, percent: 20 },
      { hours: 12, percent: 5 },
    ]) {
      expect(refusals([{ hours: 12, percent: 10 }, second])).toEqual(order);
    }
    const six = [6, 5, 4, 3, 2, 1].map((hours) => ({ hours, percent: 70 - hours }));
    expect(refusals(six)).toEqual(["Le prix baisse en 5 étapes au plus."]);
    expect(refusals(six.slice(1))).toEqual([]);
    expect(refusals([{ hours: 1.5, percent: 10.5 }])).toHaveLength(2);
  });
});

/** Steps as the schema lets them through. */
const steps = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: 5, maxLength: 5 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 5, maxLength: 5 }),
    fc.integer({ min: 0, max: 5 }),
  )
  .map(([hours, percents, count]) => {
    const late = hours.toSorted((a, b) => b - a);
    const low = percents.toSorted((a, b) => a - b);
    return late
      .map((hour, index) => ({ hours: hour, percent: Number(low[index]) }))
      .slice(0, count);
  });
const amount = (min: number) => fc.integer({ min, max: 100_000 }).map(cents);

describe("the cuts of a slot", () => {
  test("are those of the example, to the cent", () => {
    const cuts = cutsOf(EXAMPLE, { base: cents(4_990), floor: cents(3_500), start: START });
    expect(cuts).toEqual([
      { at: earlier(24 * HOUR), cents: 4_491 },
      // 37,425 € is rounded up.
      { at: earlier(6 * HOUR), cents: 3_743 },
      { at: earlier(2 * HOUR), cents: 3_500 },
    ]);
  });

  test("are hours that pass, also in the night in which the clocks change", () => {
    const start = new Date("2027-03-28T04:00:00Z");
    const [cut] = cutsOf([{ hours: 24, percent: 10 }], {
      ...{ base: cents(4_000), floor: cents(50), start },
    });
    expect(cut?.at).toEqual(new Date("2027-03-27T04:00:00Z"));
  });

  test("fall, later and later, never under the floor, and leave what is free alone", () => {
    fc.assert(
      fc.property(steps, amount(0), amount(50), (chosen, base, floor) => {
        expect(fallSteps.safeParse(chosen).success).toBe(true);
        const cuts = cutsOf(chosen, { base, floor, start: START });
        let last: { at: number; cents: number } = { at: earlier(DAY).getTime() - 1, cents: base };
        for (const cut of cuts) {
          expect(cut.cents).toBeLessThan(last.cents);
          expect(cut.cents).toBeGreaterThanOrEqual(Math.max(floor, LEAST_FLOOR));
          expect(cut.at.getTime()).toBeGreaterThan(last.at);
          expect(cut.at.getTime()).toBeLessThan(START.getTime());
          last = { at: cut.at.getTime(), cents: cut.cents };
        }
        if (base === 0 || base <= floor) expect(cuts).toEqual([]);
      }),
    );
  });

  test("hold from their own millisecond on, the base before the first", () => {
    fc.assert(
      fc.property(steps, amount(50), (chosen, base) => {
        const cuts = cutsOf(chosen, { base, floor: LEAST_FLOOR, start: START });
        let last = base;
        for (const { at, cents: lower } of cuts) {
          expect(priceAt(cuts, base, new Date(at.getTime() - 1))).toBe(last);
          expect(priceAt(cuts, base, at)).toBe(lower);
          expect(priceAt(cuts, base, new Date(at.getTime() + 1))).toBe(lower);
          last = lower;
        }
        expect(priceAt(cuts, base, START)).toBe(last);
      }),
    );
  });
});

describe("the price as it is shown (rule: true-strike)", () => {
  const FULL = cents(4_000);
  const FIRST = earlier(24 * HOUR);
  const slot = (changes: Partial<Priced> = {}): Priced => ({
    ...{ fullCents: FULL, base: FULL, reference: null, past: [] },
    cuts: cutsOf(EXAMPLE, { base: FULL, floor: cents(2_000), start: START }),
    pricedAt: earlier(3 * DAY),
    bookableSince: earlier(3 * DAY),
    ...changes,
  });
  const past = (price: number, from: number, until: number) => ({
    ...{ cents: cents(price), fromAt: earlier(from), untilAt: earlier(until) },
  });

  test("says the next cut, and strikes nothing before the first", () => {
    expect(viewPrice(slot(), earlier(24 * HOUR + 1))).toEqual({
      ...{ nowCents: 4_000, struckCents: null, isLastMinutePrice: false },
      next: { at: FIRST, cents: 3_600 },
    });
    expect(viewPrice(slot(), FIRST)).toEqual({
      ...{ nowCents: 3_600, struckCents: 4_000, isLastMinutePrice: false },
      next: { at: earlier(6 * HOUR), cents: 3_000 },
    });
    expect(viewPrice(slot(), earlier(HOUR))).toEqual({
      ...{ nowCents: 2_400, struckCents: 4_000, isLastMinutePrice: false, next: null },
    });
  });

  test.each<[string, Partial<Priced>, struck: Cents | null]>([
    ["asked for a day before the first cut", { pricedAt: earlier(2 * DAY) }, FULL],
    ["asked a minute less", { pricedAt: earlier(2 * DAY - MINUTE) }, null],
    ["bookable a minute less", { bookableSince: earlier(2 * DAY - MINUTE) }, null],
    ["since when is not known", { bookableSince: null }, null],
    ["asked since when is not known", { pricedAt: null }, null],
    ["cheaper three weeks ago", { past: [past(3_999, 25 * DAY, 20 * DAY)] }, null],
    ["as cheap three weeks ago", { past: [past(4_000, 25 * DAY, 20 * DAY)] }, FULL],
    ["cheaper until a minute too long ago", { past: [past(10, 90 * DAY, 31 * DAY)] }, FULL],
    ["cheaper until a minute later", { past: [past(10, 90 * DAY, 31 * DAY - MINUTE)] }, null],
    ["against the price before it was reduced", { base: cents(3_900), reference: FULL }, FULL],
  ])("%s", (_, changes, struckCents) => {
    expect(viewPrice(slot(changes), earlier(12 * HOUR))).toMatchObject({
      ...{ struckCents, isLastMinutePrice: struckCents === null },
    });
  });

  test("of a reduced offering without cuts is struck when that is true, else « dernière minute »", () => {
    const reduced = { base: cents(3_000), cuts: [] };
    expect(viewPrice(slot({ ...reduced, reference: FULL }), FIRST)).toEqual({
      ...{ nowCents: 3_000, struckCents: FULL, next: null, isLastMinutePrice: false },
    });
    expect(viewPrice(slot(reduced), FIRST)).toEqual({
      ...{ nowCents: 3_000, struckCents: null, next: null, isLastMinutePrice: true },
    });
  });

  test("is never struck against a price that is not higher", () => {
    fc.assert(
      fc.property(
        fc.option(amount(0)),
        amount(0),
        fc.integer({ min: -5, max: 60 }),
        (reference, base, hours) => {
          const cuts = cutsOf(EXAMPLE, { base, floor: LEAST_FLOOR, start: START });
          const view = viewPrice(slot({ base, cuts, reference }), earlier(hours * HOUR));
          if (view.struckCents !== null) expect(view.struckCents).toBeGreaterThan(view.nowCents);
          if (view.next) expect(view.next.cents).toBeLessThan(view.nowCents);
          expect(view.struckCents !== null && view.isLastMinutePrice).toBe(false);
        },
      ),
    );
  });
});

describe("the prices that are told (rule: true-strike)", () => {
  const base = cents(2_000);
  const cuts = cutsOf(EXAMPLE, { base, floor: LEAST_FLOOR, start: START });
  const told = (pricedAt: Date | null) =>
    stepsOf({ base, cuts, pricedAt }, earlier(4 * HOUR)).map((step) => step.cents);

  test("begin when the slot is published: no step from before has been anybody's price", () => {
    expect(told(earlier(30 * HOUR))).toEqual([2_000, 1_800, 1_500, 1_200]);
    expect(told(earlier(8 * HOUR))).toEqual([1_800, 1_500, 1_200]);
    expect(told(earlier(5 * HOUR))).toEqual([1_500, 1_200]);
    expect(told(earlier(HOUR))).toEqual([]);
    expect(told(null)).toEqual([1_500, 1_200]);
  });
});
