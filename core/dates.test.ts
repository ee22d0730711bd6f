import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  dayKey,
  formatDate,
  formatEnd,
  formatLongDate,
  formatLongDay,
  formatShortDate,
  formatTime,
  formatWeekday,
  fromParis,
  toParis,
} from "./dates.ts";

const friday = new Date("2026-11-20T17:30:00Z");

test("writes instants in French, in Paris", () => {
  expect(formatTime(friday)).toBe("18:30");
  expect(formatWeekday(friday)).toBe("vendredi");
  expect(formatShortDate(friday)).toBe("ven. 20 nov.");
  expect(formatLongDay(friday)).toBe("vendredi 20 novembre");
  expect(formatLongDate(friday)).toBe("vendredi 20 novembre 2026");
  expect(formatDate(friday)).toBe("20 novembre 2026");
  expect(dayKey(friday)).toBe("2026-11-20");
});

test("the first of a month is an ordinal, and no other day is", () => {
  const first = new Date("2026-11-30T23:00:00Z");
  expect(formatShortDate(first)).toBe("mar. 1er déc.");
  expect(formatLongDay(first)).toBe("mardi 1er décembre");
  expect(formatLongDate(first)).toBe("mardi 1er décembre 2026");
  expect(formatDate(first)).toBe("1er décembre 2026");
  for (const day of ["11", "21", "31"]) {
    expect(formatLongDate(new Date(`2026-12-${day}T12:00:00Z`))).toContain(` ${day} décembre 2026`);
  }
});

test("the Paris day begins at midnight in Paris, in winter and in summer", () => {
  expect(dayKey(new Date("2026-11-20T22:59:59Z"))).toBe("2026-11-20");
  expect(dayKey(new Date("2026-11-20T23:00:00Z"))).toBe("2026-11-21");
  expect(formatTime(new Date("2026-11-20T23:00:00Z"))).toBe("00:00");
  expect(dayKey(new Date("2026-07-20T21:59:59Z"))).toBe("2026-07-20");
  expect(dayKey(new Date("2026-07-20T22:00:00Z"))).toBe("2026-07-21");
});

test("an end past midnight in Paris is said to be the next day's", () => {
  const at = (paris: string) => fromParis(paris) ?? new Date(Number.NaN);
  const start = at("2026-11-20T22:45");
  expect(formatEnd(start, at("2026-11-20T23:45"))).toBe("23:45");
  expect(formatEnd(start, at("2026-11-21T00:00"))).toBe("00:00 (lendemain)");
  expect(formatEnd(start, at("2026-11-21T01:15"))).toBe("01:15 (lendemain)");
});

test.each([
  // The last Sundays of March and October: 02:00 → 03:00, 03:00 → 02:00.
  ["2027-03-28T00:45:00Z", "01:45"],
  ["2027-03-28T01:00:00Z", "03:00"],
  ["2026-10-25T00:45:00Z", "02:45"],
  ["2026-10-25T01:00:00Z", "02:00"],
  ["2028-02-29T12:15:00Z", "13:15"],
])("%s is %s on the clock in Paris", (instant, label) => {
  expect(formatTime(new Date(instant))).toBe(label);
});

test("agrees with Temporal at every instant", () => {
  const instants = fc.date({
    min: new Date("2020-01-01"),
    max: new Date("2036-01-01"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      const paris = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
        "Europe/Paris",
      );
      expect(dayKey(instant)).toBe(paris.toPlainDate().toString());
      expect(formatTime(instant)).toBe(paris.toPlainTime().toString().slice(0, 5));
    }),
  );
  expect.hasAssertions();
});

test("a wall clock in Paris is the instant that Temporal finds, on every quarter of an hour", () => {
  // Around both clock changes, and a leap day.
  for (const first of ["2026-10-24T00:00", "2027-03-27T00:00", "2028-02-28T00:00"]) {
    let wall = Temporal.PlainDateTime.from(first);
    for (let quarter = 0; quarter < 4 * 72; quarter += 1) {
      const local = wall.toString({ smallestUnit: "minute" });
      const expected = wall.toZonedDateTime("Europe/Paris").epochMilliseconds;
      expect(fromParis(local)?.getTime(), local).toBe(expected);
      wall = wall.add({ minutes: 15 });
    }
  }
  expect(toParis(friday)).toBe("2026-11-20T18:30");
});

test.each(["", "2026-11-20", "2026-02-29T10:00", "2026-11-20T24:00", "2026-11-20T18:30:00Z", "x"])(
  "no clock shows « %s »",
  (local) => {
    expect(fromParis(local)).toBeNull();
  },
);

test("calendar days are counted across months and clock changes", () => {
  expect(addDays("2026-10-24", 1)).toBe("2026-10-25");
  expect(addDays("2026-10-25", 1)).toBe("2026-10-26");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
});
