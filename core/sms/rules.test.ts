import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromParis, toParis } from "../dates.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { textOf } from "./labels.ts";
import { type Facts, isAwake, judge, nextTry, reminderAt, septets, toGsm } from "./rules.ts";

const at = (wall: string) => fromParis(wall) as Date;
const due = (start: string, since: string) => {
  const instant = reminderAt(at(start), at(since));
  return instant && toParis(instant);
};

describe("a reminder is due (rule: sms-limits)", () => {
  test.each([
    ["a day before", "2026-11-21T18:30", "2026-11-18T10:00", "2026-11-20T18:30"],
    [
      "three hours before a late booking",
      "2026-11-21T18:30",
      "2026-11-21T09:00",
      "2026-11-21T15:30",
    ],
    [
      "the evening before rather than at night",
      "2026-11-21T06:30",
      "2026-11-18T10:00",
      "2026-11-19T20:30",
    ],
    [
      "in the evening rather than at 21:00",
      "2026-11-21T21:00",
      "2026-11-18T10:00",
      "2026-11-20T20:30",
    ],
    [
      "by day for what is booked late at night",
      "2026-11-21T22:00",
      "2026-11-20T21:30",
      "2026-11-21T19:00",
    ],
    ["never once it is too late", "2026-11-21T18:30", "2026-11-21T16:00", null],
    [
      "never for an early start booked in the evening",
      "2026-11-21T08:30",
      "2026-11-20T21:00",
      null,
    ],
    [
      "24 hours before, when spring skips one",
      "2027-03-28T12:00",
      "2027-03-20T12:00",
      "2027-03-27T11:00",
    ],
    [
      "24 hours before, when autumn repeats one",
      "2026-10-25T12:00",
      "2026-10-20T12:00",
      "2026-10-24T13:00",
    ],
  ])("%s", (_, start, since, expected) => {
    expect(due(start, since)).toBe(expected);
  });

  test("always by day, in time, and after the booking, on any day of any year", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true }),
        fc.integer({ min: 1, max: 72 * 60 }),
        (start, minutes) => {
          const since = new Date(start.getTime() - minutes * MINUTE);
          const instant = reminderAt(start, since);
          if (!instant) return;
          expect(isAwake(instant)).toBe(true);
          expect(instant > since && instant < start).toBe(true);
          expect(start.getTime() - instant.getTime()).toBeLessThanOrEqual(1.6 * DAY);
        },
      ),
    );
  });
});

describe("when it would go", () => {
  const NOW = at("2026-11-20T18:30");
  const FACTS: Facts = {
    kind: "reminder",
    isAlive: true,
    isPaid: true,
    start: at("2026-11-21T18:30"),
    hasReminders: true,
    number: "+33639980001",
    isStopped: false,
    sentToNumberToday: 4,
    sentThisMonth: 199,
    monthlyCap: 200,
  };

  test.each<[string, Partial<Facts>, Date, unknown]>([
    ["it goes", {}, NOW, "now"],
    ["it says nothing of a booking that is no more", { isAlive: false }, NOW, { never: "dead" }],
    ["or has begun", { start: NOW }, NOW, { never: "past" }],
    ["or cost nothing", { isPaid: false }, NOW, { never: "free" }],
    ["or is of a plan without reminders", { hasReminders: false }, NOW, { never: "plan" }],
    [
      "a plan without them tells of what starts soon",
      { kind: "booking-soon", hasReminders: false },
      NOW,
      "now",
    ],
    [
      "a slot that was moved is told of later",
      { start: at("2026-11-23T12:00") },
      NOW,
      { later: at("2026-11-22T12:00") },
    ],
    ["a number was taken back", { number: null }, NOW, { never: "no number" }],
    ["a number wants none", { isStopped: true }, NOW, { never: "stopped" }],
    ["a sixth of the day stays", { sentToNumberToday: 5 }, NOW, { never: "day is full" }],
    ["one above the month's cap stays", { sentThisMonth: 200 }, NOW, { never: "month is full" }],
    [
      "at 21:00 it waits for the morning",
      {},
      at("2026-11-20T21:00"),
      { later: at("2026-11-21T08:00") },
    ],
    ["at 7:59 too", {}, at("2026-11-21T07:59"), { later: at("2026-11-21T08:00") }],
    [
      "unless it would come too late",
      { start: at("2026-11-21T08:30") },
      at("2026-11-21T07:00"),
      { never: "night" },
    ],
    [
      "and nobody is woken by a booking",
      { kind: "booking-soon" },
      at("2026-11-20T23:00"),
      { never: "night" },
    ],
  ])("%s", (_, facts, now, verdict) => {
    expect(judge({ ...FACTS, ...facts }, now)).toEqual(verdict);
  });

  test("what was not taken is tried three times more, within an hour", () => {
    expect([1, 2, 3, 4].map((tries) => nextTry(tries, NOW)?.getTime())).toEqual([
      NOW.getTime() + MINUTE,
      NOW.getTime() + 10 * MINUTE,
      NOW.getTime() + 45 * MINUTE,
      undefined,
    ]);
    expect(HOUR).toBeGreaterThan(56 * MINUTE);
  });
});

describe("a text", () => {
  const FACTS = {
    kind: "reminder",
    title: "Yoga doux",
    start: at("2026-11-21T18:30"),
    practitioner: "Studio Inès",
    city: "Saint-Étienne",
    stopUrl: `https://parenthese.example.fr/sms/${"x".repeat(22)}`,
  } as const;

  test("tells hour, name and city, without a code", () => {
    expect(textOf(FACTS)).toBe(
      `Rappel : Yoga doux, sam. 21 nov. à 18:30, Studio Inès, Saint-Étienne. Stop : ${FACTS.stopUrl}`,
    );
  });

  test("is one segment of its alphabet, whatever the names, and keeps hour and link", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, (title, practitioner, city) => {
        const written = textOf({ ...FACTS, title, practitioner, city });
        expect(septets(written)).toBeLessThanOrEqual(160);
        expect(toGsm(written)).toBe(written);
        expect(written).toContain("sam. 21 nov. à 18:30");
        expect(written.endsWith(FACTS.stopUrl)).toBe(true);
      }),
    );
  });

  test("spells what its alphabet lacks", () => {
    expect(toGsm("L’été, ça c’est « forêt », œuvre… 5 € 😀")).toBe(
      "L'été, ca c'est \" foret \", oeuvre... 5 € ",
    );
    expect(septets("5 €")).toBe(4);
  });
});
