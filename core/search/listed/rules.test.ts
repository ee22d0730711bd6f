import { describe, expect, test } from "vitest";
import type { Times } from "../schema.ts";
import { factsOf, periodOf } from "./rules.ts";

const noon = new Date("2026-11-20T11:00:00Z");
const stretch = (times: Times, now = noon) => {
  const { from, to, hours } = periodOf(times, now);
  return [from?.toISOString() ?? null, to?.toISOString() ?? null, hours];
};

test("an evening, a day and its hours are one stretch of time in Paris", () => {
  const midnight = "2026-11-20T23:00:00.000Z";
  expect(stretch({ date: "today", from: "18:00" })).toEqual([
    "2026-11-20T17:00:00.000Z",
    midnight,
    null,
  ]);
  expect(stretch({ date: "today", from: "20:00", to: "22:00" })).toEqual([
    ...["2026-11-20T19:00:00.000Z", "2026-11-20T21:00:00.000Z", null],
  ]);
  expect(stretch({ date: "tomorrow", to: "24:00" })).toEqual([
    ...[midnight, "2026-11-21T23:00:00.000Z", null],
  ]);
  expect(stretch({ date: "2026-12-31", from: "23:30" })).toEqual([
    ...["2026-12-31T22:30:00.000Z", "2026-12-31T23:00:00.000Z", null],
  ]);
});

test("a day is Paris's, also when another has begun in UTC or not yet", () => {
  const late = new Date("2026-11-20T23:30:00Z");
  expect(stretch({ date: "today", from: "18:00" }, late)[0]).toBe("2026-11-21T17:00:00.000Z");
  const summer = new Date("2026-06-30T22:30:00Z");
  expect(stretch({ date: "tomorrow" }, summer)[0]).toBe("2026-07-01T22:00:00.000Z");
});

test("days on which the clocks change have 23 and 25 hours", () => {
  const length = (day: string) => {
    const { from, to } = periodOf({ date: day }, noon);
    return (Number(to) - Number(from)) / 3_600_000;
  };
  expect([length("2027-03-28"), length("2027-10-31"), length("2027-10-30")]).toEqual([23, 25, 24]);
});

test("the week-end is this one until Sunday ends, and its hours those of each day", () => {
  const weekend = ["2026-11-20T23:00:00.000Z", "2026-11-22T23:00:00.000Z"];
  for (const now of ["2026-11-16T05:00:00Z", "2026-11-20T22:59:00Z", "2026-11-22T22:59:00Z"]) {
    expect(stretch({ date: "weekend" }, new Date(now))).toEqual([...weekend, null]);
  }
  expect(stretch({ date: "weekend" }, new Date("2026-11-22T23:00:00Z"))[0]).toBe(
    "2026-11-27T23:00:00.000Z",
  );
  expect(stretch({ date: "weekend", from: "18:00" })).toEqual([
    ...weekend,
    { from: "18:00", to: "24:00" },
  ]);
});

test("hours without a day are those of any day", () => {
  expect(stretch({})).toEqual([null, null, null]);
  expect(stretch({ to: "12:00" })).toEqual([null, null, { from: "00:00", to: "12:00" }]);
});

describe("the facts that a listing must have", () => {
  const AROUND = { name: null, radius: 10, kilometres: [], middle: { latitude: 0, longitude: 0 } };
  const NOTHING = {
    ...{
      now: noon,
      from: null,
      to: null,
      hours: null,
      weekdays: null,
      marks: [],
      without: null,
      cities: null,
    },
    ...{
      price: null,
      mostCents: null,
      seats: 1,
      minutes: null,
      flags: { mask: 4, value: 0 },
      around: null,
    },
  };
  const tomorrow = { from: new Date("2026-11-21T00:00Z"), to: new Date("2026-11-22T00:00Z") };
  const many = Array.from({ length: 17 }, (_, n) => `ville ${n}`);

  test.each<[string, Partial<Parameters<typeof factsOf>[0]>, Partial<ReturnType<typeof factsOf>>]>([
    ["nothing", {}, {}],
    ["words, those of the title once", { marks: ["dos", "!dos"] }, { rare: [["!dos"]] }],
    [
      "a type in two cities",
      { marks: ["dos", "#yoga"], cities: ["lyon", "brest"] },
      { rare: [["#yoga@lyon", "#yoga@brest"], ["dos"]] },
    ],
    [
      "a type in a city on a day",
      { marks: ["#yoga"], cities: ["lyon"], ...tomorrow },
      { rare: [["#yoga@lyon"], ["@lyon$20778"]] },
    ],
    ["a type on a day", { marks: ["#yoga"], ...tomorrow }, { rare: [["#yoga$20778"]] }],
    ["a type", { marks: ["#yoga"] }, { rare: [["#yoga"]] }],
    ["a day", tomorrow, { frequent: [["$20778"]] }],
    [
      "too many cities for pairs",
      { cities: many, ...tomorrow },
      { rare: [many.map((city) => `@${city}`)], frequent: [["$20778"]] },
    ],
    [
      "a department, whose cities are asked for too",
      { marks: ["#yoga", "^69"], cities: ["lyon"] },
      { rare: [["#yoga^69"], ["@lyon"], ["^69"]] },
    ],
    [
      "a type near a place, in its squares",
      {
        marks: ["#yoga"],
        around: { ...AROUND, cells: [65_536 * 80 + 9, 65_536 * 80 + 10] },
      },
      { rare: [["#yoga+8 10 1"]] },
    ],
    [
      "near a place, in its cells",
      { around: { ...AROUND, cells: [65_536 * 80 + 9, 65_536 * 80 + 10] } },
      { rare: [["+5242889", "+5242890"]] },
    ],
    [
      "what slots are",
      { price: "20-40", minutes: 40, flags: { mask: 7, value: 3 } },
      { frequent: [["~online"], ["~45"], ["~20-40"], ["~group"]] },
    ],
    ["no length that is marked", { minutes: 91 }, {}],
  ])("%s", (_, asked, facts) => {
    expect(factsOf({ ...NOTHING, ...asked })).toEqual({ rare: [], frequent: [], ...facts });
  });
});
