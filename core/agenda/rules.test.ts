import { describe, expect, test } from "vitest";
import { addDays, fromParis } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import type { OpeningHour } from "../professionals/working-time/rules.ts";
import { busyFacts, busyHours, closedLabel, slotFacts } from "./labels.ts";
import {
  agendaState,
  daysOf,
  hoursOf,
  isSecondTime,
  type Judged,
  layDay,
  openParts,
} from "./rules.ts";
import { type AgendaSlot, stretchOf } from "./schema.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const paris = (local: string) => fromParis(local) ?? new Date(Number.NaN);

const OPEN: Judged = {
  start: new Date("2026-11-20T17:00:00Z"),
  end: new Date("2026-11-20T18:00:00Z"),
  isActive: true,
  isOffered: true,
  free: 8,
  held: 0,
  taken: 0,
  reserved: 0,
  isAbsent: false,
  isOverlapped: false,
  isBusy: false,
  isOpen: true,
};
const closed = { isOpen: false };

describe("a slot's state", () => {
  test.each([
    ["free", {}],
    ["part", { taken: 3, free: 5 }],
    ["part", { held: 1, free: 7 }],
    ["full", { taken: 8, free: 0 }],
    ["withheld", { taken: 0, free: 0 }],
    ["held", { taken: 7, held: 1, free: 0 }],
    ["overlap", { isOverlapped: true, ...closed }],
    ["busy", { isBusy: true, ...closed }],
    ["absence", { isAbsent: true, isBusy: true, ...closed }],
    ["notice", closed],
    ["reserved", { taken: 1, reserved: 1, free: 0 }],
    ["running", { start: NOW, ...closed }],
    ["running", { start: NOW, taken: 8, free: 0, ...closed }],
    ["running", { start: NOW, taken: 2, free: 6, isOffered: false, ...closed }],
    ["overlap", { start: NOW, isOverlapped: true, ...closed }],
    ["withheld", { start: NOW, taken: 0, free: 0, ...closed }],
    ["paused", { isOffered: false, taken: 2, free: 6 }],
    ["past", { end: new Date("2026-11-20T13:00:00Z") }],
    ["cancelled", { isActive: false, taken: 1 }],
  ] as const)("is « %s »: %j", (state, changes) => {
    expect(agendaState({ ...OPEN, ...changes }, NOW)).toBe(state);
  });

  test("a full one is full, whatever else would close it", () => {
    const full = { ...OPEN, taken: 8, free: 0, isOpen: false };
    expect(agendaState({ ...full, isOverlapped: true, isBusy: true }, NOW)).toBe("full");
  });
});

describe("what is said of a slot", () => {
  const slot: AgendaSlot = {
    ...{ id: "1", kind: "session", offeringId: "2", title: "Yoga doux", ...OPEN },
    ...{ isOnline: false, address: null, city: null, capacity: 8, outside: 3, isParallel: false },
    ...{ comesAgain: false, version: 1, overlaps: null, proposal: null, people: [], lost: [] },
    price: { nowCents: cents(1_900), struckCents: null, isLastMinutePrice: false, next: null },
    state: "free",
  };

  test("is that it takes place and who is there, once it has begun", () => {
    expect(slotFacts({ ...slot, state: "running" })).toBe("En cours · 3 personnes");
    expect(slotFacts({ ...slot, outside: 0, state: "running" })).toBe("En cours · personne");
    expect(closedLabel({ ...slot, state: "running" })).toBeNull();
  });

  test("is not that it is closed, when it is only too late to book, or kept for a proposal", () => {
    expect(slotFacts({ ...slot, state: "notice" })).toBe("Bientôt : on ne réserve plus");
    expect(slotFacts({ ...slot, state: "reserved" })).toBe("Gardé pour une proposition");
  });

  test("is, once it is called off, never work that is left for its professional", () => {
    const cancelled = { ...slot, state: "cancelled" } as const;
    expect(closedLabel(cancelled)).toBe("Annulé, les inscriptions sont en cours d'annulation");
    expect(closedLabel({ ...cancelled, outside: 0 })).toBe("Annulé");
  });
});

describe("the hours of a day", () => {
  const item = (start: string, end: string) => ({ start: paris(start), end: paris(end) });
  const drawn = (day: string, ...items: { start: Date; end: Date }[]) =>
    layDay(day, items).map(({ top, height, lane, lanes }) => [top, height, lane, lanes]);

  test("are those of the clock on the wall", () => {
    const day = "2026-11-20";
    expect(drawn(day, item(`${day}T18:30`, `${day}T19:45`))).toEqual([[1_110, 75, 0, 1]]);
  });

  test("are cut at midnight, on both days", () => {
    const night = item("2026-11-20T23:00", "2026-11-21T01:30");
    expect(drawn("2026-11-20", night)).toEqual([[1_380, 60, 0, 1]]);
    expect(drawn("2026-11-21", night)).toEqual([[0, 90, 0, 1]]);
    expect(drawn("2026-11-22", night)).toEqual([]);
  });

  test("of what overlaps stand side by side, and alone again after it", () => {
    const day = "2026-11-20";
    expect(
      drawn(
        day,
        item(`${day}T09:00`, `${day}T10:30`),
        item(`${day}T10:00`, `${day}T11:00`),
        item(`${day}T10:30`, `${day}T12:00`),
        item(`${day}T12:00`, `${day}T13:00`),
      ),
    ).toEqual([
      [540, 90, 0, 2],
      [600, 60, 1, 2],
      [630, 90, 0, 2],
      [720, 60, 0, 1],
    ]);
  });

  test("something very short can still be read and clicked", () => {
    const day = "2026-11-20";
    expect(drawn(day, item(`${day}T09:00`, `${day}T09:05`))).toEqual([[540, 15, 0, 1]]);
    expect(drawn(day, item(`${day}T23:58`, "2026-11-21T00:00"))).toEqual([[1_425, 15, 0, 1]]);
  });

  test("the hour that spring skips stays empty, and the day is whole", () => {
    const day = "2027-03-28";
    // 01:30 to 03:30 on the clock is one hour.
    const across = { start: paris(`${day}T01:30`), end: new Date(+paris(`${day}T01:30`) + HOUR) };
    expect(drawn(day, across, item(`${day}T10:00`, `${day}T11:00`))).toEqual([
      [90, 120, 0, 1],
      [600, 60, 0, 1],
    ]);
    expect(+paris(`${addDays(day, 1)}T00:00`) - +paris(`${day}T00:00`)).toBe(23 * HOUR);
  });

  test("the hour that comes twice in autumn stands side by side, and the second says so", () => {
    const day = "2026-10-25";
    const first = paris(`${day}T02:30`);
    const second = new Date(+first + HOUR);
    const lasting = (start: Date) => ({ start, end: new Date(+start + 20 * MINUTE) });
    expect(drawn(day, lasting(first), lasting(second))).toEqual([
      [150, 20, 0, 2],
      [150, 20, 1, 2],
    ]);
    expect([first, second].map(isSecondTime)).toEqual([false, true]);
    // A clock shows an earlier end than start: the minutes that pass are drawn.
    expect(
      drawn(day, { start: paris(`${day}T02:45`), end: new Date(+first + 75 * MINUTE) }),
    ).toEqual([[165, 60, 0, 1]]);
    expect(drawn(day, item(`${day}T10:00`, `${day}T11:00`))).toEqual([[600, 60, 0, 1]]);
    expect(isSecondTime(paris(`${day}T10:00`))).toBe(false);
  });

  test("reach from the usual ones to whatever is earlier or later", () => {
    expect(hoursOf([])).toEqual({ first: 8, last: 20 });
    expect(hoursOf([{ top: 435, height: 60 }])).toEqual({ first: 7, last: 20 });
    expect(hoursOf([{ top: 1_230, height: 75 }])).toEqual({ first: 8, last: 22 });
  });
});

test("the opening hours of a day are parts of its drawing", () => {
  const openings: OpeningHour[] = [
    { weekday: 5, opens: "07:00", closes: "11:00" },
    { weekday: 5, opens: "17:00", closes: "20:00" },
  ];
  const hours = { first: 8, last: 20 };
  expect(openParts("2026-11-20", openings, hours)).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.75, to: 1 },
  ]);
  expect(openParts("2026-11-21", openings, hours)).toEqual([]);
});

describe("a stretch of days", () => {
  const days = (from?: string, to?: string, now = NOW) => {
    const stretch = stretchOf({ from, to }, now);
    return stretch && daysOf(stretch);
  };

  test("is the week from today on, when nothing is said", () => {
    expect(days()).toHaveLength(7);
    expect(days()?.[0]).toBe("2026-11-20");
  });

  test.each(["2027-03-25", "2026-10-22"])("counts days and not hours: from %s", (from) => {
    const shown = days(from);
    expect(shown).toHaveLength(7);
    expect(shown?.at(-1)).toBe(addDays(from, 6));
  });

  test("includes its last day, and not its last instant", () => {
    expect(days("2026-11-20", "2026-11-20")).toEqual(["2026-11-20"]);
    expect(days("2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z")).toEqual(["2026-11-20"]);
    expect(days("2026-11-20T22:59:00Z", "2026-11-20T23:01:00Z")).toEqual([
      "2026-11-20",
      "2026-11-21",
    ]);
  });

  test("does not end before it begins, and is a month at most, also the longest", () => {
    expect(days("2026-11-20", "2026-11-19")).toBeNull();
    expect(days("2026-11-01", "2026-12-01")).toHaveLength(31);
    expect(days("2026-11-01", "2026-12-02")).toBeNull();
    expect(days("2026-10-01", "2026-10-31")).toHaveLength(31);
  });
});

describe("hours at which somebody is busy, on one of their days", () => {
  const said = (start: string, end: string, day: string) => {
    const busy = { start: paris(start), end: paris(end) };
    const { from, to } = busyHours(busy, day);
    const about = { id: "1", source: "busy", title: null, isOverBooking: false } as const;
    return [from, to, busyFacts({ ...about, ...busy }, day)];
  };

  test("go until the day in which they end, an absence until the one before midnight", () => {
    const [from, to] = ["2026-11-20T22:00", "2026-11-21T09:00"];
    expect(said(from, to, "2026-11-20")).toEqual(["22:00", "24:00", "jusqu'au samedi 21 novembre"]);
    expect(said(from, to, "2026-11-21")).toEqual(["00:00", "09:00", ""]);
    const absence = ["2026-11-20T00:00", "2026-11-22T00:00"] as const;
    const day = "2026-11-20";
    expect(said(...absence, day)).toEqual(["00:00", "24:00", "jusqu'au samedi 21 novembre"]);
    expect(said(...absence, "2026-11-21")).toEqual(["00:00", "24:00", ""]);
  });

  test("end with the day before a change of the clocks, or an hour earlier", () => {
    const until = (end: string, day: string) => said(`${day}T10:00`, end, day)[1];
    expect(until("2026-10-25T00:00", "2026-10-24")).toBe("24:00");
    expect(until("2027-03-27T23:15", "2027-03-27")).toBe("23:15");
    expect(until("2027-03-28T00:00", "2027-03-27")).toBe("24:00");
  });
});
