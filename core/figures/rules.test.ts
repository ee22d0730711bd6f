import { describe, expect, test } from "vitest";
import { cents } from "../money.ts";
import {
  actsOf,
  barsOf,
  bestHour,
  type CountedHour,
  countFrom,
  emptyCost,
  heatOf,
  inTen,
  momentsOf,
  ofAHundred,
  offeringsOf,
  spanOf,
} from "./rules.ts";

const NOW = new Date("2026-11-20T13:00:00Z");

/** A Tuesday at noon with eight places, half of them filled, unless told. */
const at = (fields: Partial<CountedHour> = {}): CountedHour => ({
  offeringId: "a",
  title: "Yoga",
  ...{
    day: "2026-11-17",
    hour: 12,
    seats: 8,
    filled: 4,
    outside: 0,
    lateSeats: 0,
    holds: 4,
    paid: 4,
  },
  ...{ lateCents: cents(0), emptyCents: cents(0), kind: "session", isOffered: true },
  ...fields,
});

test("a period ends yesterday, and the one before it where it begins", () => {
  expect(spanOf("4s", NOW)).toEqual({ from: "2026-10-23", to: "2026-11-19", before: "2026-09-25" });
});

test("counting begins where it ended, again three days back, or two years back at first", () => {
  expect(countFrom("2026-11-19", "2026-11-20")).toBe("2026-11-17");
  expect(countFrom("2026-11-02", "2026-11-20")).toBe("2026-11-02");
  expect(countFrom(null, "2026-11-20")).toBe("2024-11-22");
});

test("a free place costs its average price without the commission, and nothing when none was free", () => {
  const rows = [
    at({ seats: 4, filled: 2, emptyCents: cents(3_000) }),
    at({ seats: 1, filled: 0, emptyCents: cents(2_001) }),
  ];
  expect(emptyCost(rows, 0.9)).toBe(1_500);
  expect(emptyCost([at({ seats: 4, filled: 4 })], 0.9)).toBeNull();
});

describe("money of the last 72 hours", () => {
  const rows = [
    at({ day: "2026-10-20", lateSeats: 1, lateCents: cents(1_000) }),
    at({ day: "2026-11-16", lateSeats: 1, lateCents: cents(2_000) }),
    at({ day: "2026-11-19", lateSeats: 2, lateCents: cents(500) }),
  ];

  test("stands by week beside the weeks before, without a gap", () => {
    const bars = barsOf(rows, "4s", spanOf("4s", NOW));
    expect(bars.map(({ day }) => day)).toEqual([
      ...["2026-09-21", "2026-09-28", "2026-10-05", "2026-10-12", "2026-10-19"],
      ...["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"],
    ]);
    expect(bars.map(({ cents: amount }) => amount)).toEqual([0, 0, 0, 0, 1_000, 0, 0, 0, 2_500]);
    expect(bars.map(({ isBefore }) => isBefore)).toEqual([
      ...[true, true, true, true, false, false, false, false, false],
    ]);
    expect(bars.at(-1)?.seats).toBe(3);
  });

  test("stands by month over a year", () => {
    const bars = barsOf(rows, "1a", spanOf("1a", NOW));
    expect(bars).toHaveLength(13);
    expect(bars.map(({ day }) => day).slice(-2)).toEqual(["2026-10-01", "2026-11-01"]);
    expect(bars.slice(-2).map(({ cents: amount }) => amount)).toEqual([1_000, 2_500]);
  });
});

describe("hours", () => {
  const rows = [
    at(),
    at({ day: "2026-11-10", filled: 8 }),
    at({ day: "2026-11-15", hour: 9, seats: 2, filled: 2 }),
    at({ day: "2026-11-13", hour: 18, seats: 10, filled: 9 }),
  ];

  test("stand by weekday, and are empty where nothing was open", () => {
    expect(heatOf(rows)).toEqual([
      { hour: 9, days: [null, null, null, null, null, null, { seats: 2, filled: 2 }] },
      { hour: 12, days: [null, { seats: 16, filled: 12 }, null, null, null, null, null] },
      { hour: 18, days: [null, null, null, null, { seats: 10, filled: 9 }, null, null] },
    ]);
    expect(momentsOf(rows)).toEqual([
      { name: "Matin, 9 h à 12 h", seats: 2, filled: 2 },
      { name: "Midi, 12 h à 14 h", seats: 16, filled: 12 },
      { name: "Soir, dès 17 h", seats: 10, filled: 9 },
    ]);
  });

  test("the best is one with places enough to say so", () => {
    expect(bestHour(rows)).toEqual({ weekday: 5, hour: 18, seats: 10, filled: 9 });
    expect(bestHour([at()])).toBeNull();
  });
});

test("of a hundred views nobody pays who did not choose; of few, all are told", () => {
  expect(ofAHundred({ views: 1_840, holds: 96, paid: 61 })).toEqual({
    views: 100,
    chose: 5,
    paid: 3,
  });
  expect(ofAHundred({ views: 3, holds: 9, paid: 9 })).toEqual({ views: 3, chose: 3, paid: 3 });
  expect(ofAHundred({ views: 3_153, holds: 3, paid: 3 })).toEqual({
    views: 3_153,
    chose: 3,
    paid: 3,
  });
  expect(ofAHundred({ views: 0, holds: 2, paid: 1 })).toBeNull();
});

test("places are told in ten, where that neither hides nor promises any", () => {
  expect(inTen({ seats: 128, filled: 88 })).toEqual({ filled: 7, seats: 10 });
  expect(inTen({ seats: 590, filled: 3 })).toEqual({ filled: 3, seats: 590 });
  expect(inTen({ seats: 100, filled: 98 })).toEqual({ filled: 98, seats: 100 });
  expect(inTen({ seats: 8, filled: 8 })).toEqual({ filled: 10, seats: 10 });
});

describe("the acts that figures lead to", () => {
  const acts = (rows: CountedHour[], views: [id: string, views: number][] = []) => {
    const seen = new Map(views.map(([id, count]) => [id, { title: id, views: count }]));
    return actsOf(rows, offeringsOf(rows, seen), "2026-11-20");
  };

  test("are none where the figures tell too little, or nothing is on line any more", () => {
    const none = { fewer: null, sooner: null, elsewhere: null, open: null };
    expect(acts([])).toEqual(none);
    expect(acts([at({ seats: 3, filled: 0, emptyCents: cents(900) })], [["a", 19]])).toEqual(none);
    const gone = at({ filled: 8, emptyCents: cents(900), isOffered: false, holds: 0 });
    expect(acts([gone], [["a", 100]])).toEqual(none);
  });

  test("are about the emptiest, the dearest and the least chosen of those on line", () => {
    const rows = [
      at({ offeringId: "half", filled: 4, emptyCents: cents(9_000) }),
      at({ offeringId: "empty", kind: "activity", filled: 3, emptyCents: cents(2_000), holds: 0 }),
      at({ offeringId: "few", seats: 5, filled: 2, emptyCents: cents(100), holds: 1 }),
    ];
    const found = acts(rows, [
      ["half", 100],
      ["empty", 20],
      ["few", 30],
    ]);
    expect(found.fewer).toEqual({ id: "empty", title: "Yoga", kind: "activity" });
    expect(found.sooner).toMatchObject({ id: "half" });
    // Four of a hundred is not rarely; of the others one of thirty is not either.
    expect(found.elsewhere).toMatchObject({ id: "empty" });
  });

  test("open the hour beside one that fills well, where nothing was open yet", () => {
    const tuesdays = [
      at({ filled: 8 }),
      at({ hour: 13, filled: 1, offeringId: "b" }),
      at({ day: "2026-11-20", hour: 20, seats: 4, filled: 4 }),
    ];
    expect(acts(tuesdays).open).toMatchObject({
      ...{ id: "a", weekday: 2, hour: 11, local: "2026-11-24T11:00" },
    });
    // At the day's end only the hour before is left, a week from today.
    const [, , friday] = tuesdays;
    expect(acts(friday ? [friday] : []).open).toMatchObject({
      hour: 19,
      local: "2026-11-27T19:00",
    });
  });
});
