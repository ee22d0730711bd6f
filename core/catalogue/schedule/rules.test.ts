import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SEED } from "#test/faults/size.ts";
import { addDays, dayKey, fromParis, toParis } from "../../dates.ts";
import { DAY, HOUR, MINUTE } from "../../durations.ts";
import {
  changeFrom,
  hoursOf,
  makes,
  type PlannedSlot,
  parallelChanges,
  planSchedule,
  recurrenceIn,
  ruleOf,
  type Schedule,
  type ScheduleRule,
  startsOf,
} from "./rules.ts";

const NOW = new Date("2026-11-20T09:00:00Z");
const rule = (weekdays: number[], starts: string, more: Partial<ScheduleRule> = {}) => ({
  ...{ weekdays, starts, fromDay: "2026-01-01", untilDay: null },
  ...more,
});
const of = (...rules: ScheduleRule[]): Schedule => ({ rules, leftOut: [] });
const said = (starts: readonly Date[]) => starts.map(toParis);

describe("a schedule", () => {
  test("has several hours a week, each with a first and a last day", () => {
    const schedule = of(
      rule([1, 4], "18:30", { untilDay: "2026-11-30" }),
      rule([1], "12:15", { fromDay: "2026-11-30", untilDay: "2026-12-07" }),
    );
    expect(said(startsOf(schedule, NOW))).toEqual([
      ...["2026-11-23T18:30", "2026-11-26T18:30", "2026-11-30T12:15", "2026-11-30T18:30"],
      "2026-12-07T12:15",
    ]);
  });

  test("knows its own slots again, also the one that comes an hour later when spring skips its hour", () => {
    const weekly = { days: ["sunday" as const], time: "02:30", until: "2027-04-04" };
    const starts = startsOf(
      of(rule([7], "02:30", { untilDay: "2027-04-04" })),
      new Date("2027-03-20T12:00:00Z"),
    );
    expect(said(starts)).toEqual(["2027-03-21T02:30", "2027-03-28T03:30", "2027-04-04T02:30"]);
    expect(starts.map((start) => makes(weekly, start))).toEqual([true, true, true]);
    const [first] = starts;
    if (!first) throw new Error("no start");
    expect(makes(weekly, new Date(+first + MINUTE))).toBe(false);
    expect(makes(weekly, new Date(+first + DAY))).toBe(false);
    expect(makes(weekly, new Date("2027-04-11T00:30:00Z"))).toBe(false);
    expect(makes(null, first)).toBe(false);
  });

  test("says which of its hours may stand beside others, and which of them turn", () => {
    const before = of(rule([5], "10:00"), rule([5], "18:00", { isParallel: true }));
    const first = hoursOf(before, new Date("2026-11-26T09:00:00Z")).slice(0, 2);
    expect(first.map(({ start, isParallel }) => [toParis(start), isParallel])).toEqual([
      ["2026-11-27T10:00", false],
      ["2026-11-27T18:00", true],
    ]);
    const after = of(
      rule([5], "10:00", { isParallel: true, untilDay: "2026-11-27" }),
      rule([5], "18:00", { isParallel: true, untilDay: "2026-11-27" }),
      rule([4], "18:00", { isParallel: true }),
    );
    const turned = parallelChanges(before, after, new Date("2026-11-26T09:00:00Z"));
    expect(turned.map(({ start, isParallel }) => [toParis(start), isParallel])).toEqual([
      ["2026-11-27T10:00", true],
    ]);
    const plan = planSchedule(
      {
        ...{ before, after, held: [], lasts: 60 },
        taken: first.map(({ start }) => ({ start, end: new Date(+start + HOUR) })),
      },
      new Date("2026-11-26T09:00:00Z"),
    );
    expect(plan.blocked).toEqual([]);
  });

  test("leaves days out, whole or by the hour", () => {
    const rules = [
      rule([5], "10:00", { untilDay: "2026-12-25" }),
      rule([5], "18:00", { untilDay: "2026-12-04" }),
    ];
    const leftOut = [
      { day: "2026-12-25", starts: null },
      { day: "2026-12-04", starts: "18:00" },
      { day: "2026-11-27", starts: "10:00" },
    ];
    expect(said(startsOf({ rules, leftOut }, NOW))).toEqual([
      ...["2026-11-20T18:00", "2026-11-27T18:00", "2026-12-04T10:00", "2026-12-11T10:00"],
      "2026-12-18T10:00",
    ]);
  });

  test("goes eight weeks ahead, and not back", () => {
    const starts = startsOf(of(rule([5], "10:00")), NOW);
    expect(said(starts)).toHaveLength(8);
    expect(said(starts)[0]).toBe("2026-11-27T10:00");
    expect(said(starts).at(-1)).toBe("2027-01-15T10:00");
    // Ten o'clock in Paris is nine in universal time: it is not to come any more.
    expect(said(startsOf(of(rule([5], "10:01")), NOW))[0]).toBe("2026-11-20T10:01");
  });

  test("keeps its hour on both days on which the clocks change, and makes each instant once", () => {
    const spring = new Date("2027-03-22T09:00:00Z");
    const night = of(rule([7], "02:30"), rule([7], "03:30"), rule([7], "18:30"));
    expect(
      startsOf(night, spring)
        .slice(0, 4)
        .map((start) => start.toISOString()),
    ).toEqual([
      // Half past two is skipped, and comes at half past three, which is one slot.
      ...["2027-03-28T01:30:00.000Z", "2027-03-28T16:30:00.000Z"],
      ...["2027-04-04T00:30:00.000Z", "2027-04-04T01:30:00.000Z"],
    ]);
    const autumn = new Date("2026-10-20T09:00:00Z");
    expect(
      startsOf(night, autumn)
        .slice(0, 3)
        .map((start) => start.toISOString()),
    ).toEqual([
      // Half past two comes twice: the first counts.
      ...["2026-10-25T00:30:00.000Z", "2026-10-25T02:30:00.000Z", "2026-10-25T17:30:00.000Z"],
    ]);
  });

  test("says its first rule in the words of an offering, and back", () => {
    const recurrence = { days: ["monday", "sunday"], time: "18:30", until: "2026-12-31" } as const;
    const first = ruleOf(recurrence, "2026-11-20");
    expect(first).toEqual(rule([1, 7], "18:30", { fromDay: "2026-11-20", untilDay: "2026-12-31" }));
    expect(recurrenceIn(of(first, rule([2], "10:00")))).toEqual(recurrence);
    expect(recurrenceIn(of())).toBeNull();
  });
});

describe("a change from one slot", () => {
  const schedule = of(rule([1, 4], "18:30"), rule([2], "10:00"));
  const start = fromParis("2026-11-26T18:30") as Date;

  test("leaves this one out", () => {
    expect(changeFrom(schedule, start, { scope: "one", starts: null })).toEqual({
      ...{ ...schedule, leftOut: [{ day: "2026-11-26", starts: "18:30" }] },
    });
  });

  test("moves this and the following: the rule ends the day before, and another begins", () => {
    const moved = changeFrom(schedule, start, { scope: "following", starts: "19:00" });
    expect(moved?.rules).toEqual([
      rule([1, 4], "18:30", { untilDay: "2026-11-25" }),
      rule([1, 4], "19:00", { fromDay: "2026-11-26" }),
      rule([2], "10:00"),
    ]);
    expect(changeFrom(schedule, start, { scope: "following", starts: null })?.rules).toEqual([
      rule([1, 4], "18:30", { untilDay: "2026-11-25" }),
      rule([2], "10:00"),
    ]);
  });

  test("moves or ends all of its rule", () => {
    const moved = changeFrom(schedule, start, { scope: "all", starts: "19:00" });
    expect(moved?.rules).toEqual([rule([1, 4], "19:00"), rule([2], "10:00")]);
    const ended = changeFrom(schedule, start, { scope: "all", starts: null });
    expect(ended?.rules).toEqual([rule([2], "10:00")]);
  });

  test("needs a rule that makes it", () => {
    const other = new Date(start.getTime() + HOUR);
    expect(changeFrom(schedule, other, { scope: "all", starts: null })).toBeNull();
  });
});

describe("a plan", () => {
  const before = of(rule([1], "18:30", { untilDay: "2026-12-07" }));
  const slot = (local: string, more: Partial<PlannedSlot> = {}): PlannedSlot => ({
    ...{ id: local, start: fromParis(local) as Date, isActive: true, live: 0 },
    ...more,
  });

  test("creates, keeps, removes and reopens", () => {
    const held = [
      slot("2026-11-23T18:30", { live: 2 }),
      slot("2026-11-30T18:30"),
      slot("2026-12-01T10:00"),
      slot("2026-12-02T12:00", { isActive: false }),
      slot("2026-12-07T18:30", { isActive: false }),
    ];
    const after = of(
      rule([1, 3], "12:00", { untilDay: "2026-12-02" }),
      rule([1], "18:30", { fromDay: "2026-12-07", untilDay: "2026-12-07" }),
    );
    const taken = [{ start: slot("2026-11-25T11:30").start, end: slot("2026-11-25T12:15").start }];
    const plan = planSchedule({ before, after, held, taken, lasts: 60 }, NOW);
    expect(said(plan.create)).toEqual(["2026-11-23T12:00", "2026-11-30T12:00"]);
    expect(said(plan.blocked)).toEqual(["2026-11-25T12:00"]);
    expect(plan.reopen.map(({ id }) => id)).toEqual(["2026-12-02T12:00"]);
    expect(plan.remove.map(({ id }) => id)).toEqual(["2026-11-30T18:30"]);
    // Somebody has a seat in the first; no rule had made the second. The withdrawn one stays so.
    expect(plan.keep.map(({ id }) => id)).toEqual(["2026-11-23T18:30", "2026-12-01T10:00"]);
  });

  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
  /** Around both days on which the clocks change, and an ordinary one. */
  const someNow = fc.constantFrom("2026-11-20", "2027-03-10", "2026-10-05").chain((day) =>
    fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minutes) => {
      return new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE);
    }),
  );
  const someRule = (now: Date) =>
    fc
      .record({
        weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        starts: clock,
        from: fc.integer({ min: -20, max: 50 }),
        lasts: fc.option(fc.integer({ min: 0, max: 60 })),
      })
      .map(({ weekdays, starts, from, lasts }): ScheduleRule => {
        const fromDay = addDays(dayKey(now), from);
        return {
          weekdays,
          starts,
          fromDay,
          untilDay: lasts === null ? null : addDays(fromDay, lasts),
        };
      });
  const someSchedule = (now: Date): fc.Arbitrary<Schedule> =>
    fc.record({
      rules: fc.array(someRule(now), { maxLength: 4 }),
      leftOut: fc.array(
        fc.record({
          day: fc.integer({ min: 0, max: 56 }).map((days) => addDays(dayKey(now), days)),
          starts: fc.option(clock),
        }),
        { maxLength: 6 },
      ),
    });
  const someHours = (now: Date) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 56 * 96 }), fc.integer({ min: 1, max: 12 }))
        .map(([quarter, quarters]) => {
          const start = new Date(
            Math.ceil(+now / (15 * MINUTE)) * 15 * MINUTE + quarter * 15 * MINUTE,
          );
          return { start, end: new Date(start.getTime() + quarters * 15 * MINUTE) };
        }),
      { maxLength: 12 },
    );
  const scene = someNow.chain((now) =>
    fc.record({
      now: fc.constant(now),
      before: someSchedule(now),
      after: someSchedule(now),
      taken: someHours(now),
      lasts: fc.constantFrom(15, 60, 75, 120),
      live: fc.array(fc.nat(2), { minLength: 1, maxLength: 7 }),
      withdrawn: fc.integer({ min: 2, max: 9 }),
    }),
  );
  /** Slots as the schedule before has made them, some booked, some withdrawn. */
  const heldOf = ({
    before,
    now,
    live,
    withdrawn,
  }: {
    before: Schedule;
    now: Date;
    live: number[];
    withdrawn: number;
  }) =>
    startsOf(before, now).map((start, place): PlannedSlot => {
      const isActive = place % withdrawn !== 1;
      const seats = isActive ? (live[place % live.length] ?? 0) : 0;
      return { id: start.toISOString(), start, isActive, live: seats };
    });
  const holds = (
    property: (given: typeof scene extends fc.Arbitrary<infer Given> ? Given : never) => void,
  ) => fc.assert(fc.property(scene, property), { seed: SEED, numRuns: 300 });

  test("never makes a slot over an hour that is taken, nor two for one start", () => {
    holds(({ now, before, after, taken, lasts, ...rest }) => {
      const held = heldOf({ before, now, ...rest });
      const plan = planSchedule({ before, after, held, taken, lasts }, now);
      const made = [...plan.create, ...plan.reopen.map(({ start }) => start)];
      for (const start of made) {
        const end = +start + lasts * MINUTE;
        expect(taken.some((hour) => +hour.start < end && +hour.end > +start)).toBe(false);
        expect(+start).toBeGreaterThan(+now);
      }
      const open = [...made, ...plan.keep.map(({ start }) => start)].map(Number);
      expect(new Set(open).size).toBe(open.length);
      const stored = new Set(held.map(({ start }) => +start));
      expect(plan.create.filter((start) => stored.has(+start))).toEqual([]);
    });
  });

  test("keeps whatever is booked, and makes nothing on a day that is left out", () => {
    holds(({ now, before, after, taken, lasts, ...rest }) => {
      const held = heldOf({ before, now, ...rest });
      const plan = planSchedule({ before, after, held, taken, lasts }, now);
      const booked = held.filter(({ live }) => live > 0);
      expect(booked.every((slot) => plan.keep.includes(slot))).toBe(true);
      const whole = after.leftOut.filter(({ starts }) => starts === null).map(({ day }) => day);
      const made = [...plan.create, ...plan.reopen.map(({ start }) => start)];
      expect(made.filter((start) => whole.includes(dayKey(start)))).toEqual([]);
      const all = [...plan.keep, ...plan.remove];
      expect(all.length).toBe(held.filter(({ isActive }) => isActive).length);
    });
  });

  test("done twice does nothing the second time, and days stay left out over another edit", () => {
    holds(({ now, before, after, taken, lasts, ...rest }) => {
      const held = heldOf({ before, now, ...rest });
      const plan = planSchedule({ before, after, held, taken, lasts }, now);
      const made = [...plan.create, ...plan.reopen.map(({ start }) => start)].map(
        (start): PlannedSlot => ({ id: start.toISOString(), start, isActive: true, live: 0 }),
      );
      const gone = new Set([...plan.remove, ...plan.reopen]);
      const next = [...held.filter((slot) => !gone.has(slot)), ...made];
      const again = planSchedule({ before: after, after, held: next, taken, lasts }, now);
      expect([again.create, again.reopen, again.remove]).toEqual([[], [], []]);
      const [first] = next.filter(({ isActive }) => isActive);
      const edited =
        first && changeFrom(after, first.start, { scope: "following", starts: "07:05" });
      if (!edited) return;
      expect(edited.leftOut).toEqual(after.leftOut);
      const whole = after.leftOut.filter(({ starts }) => starts === null).map(({ day }) => day);
      expect(startsOf(edited, now).filter((start) => whole.includes(dayKey(start)))).toEqual([]);
    });
  });

  test("keeps the hour on the clock from week to week, whatever the season", () => {
    holds(({ now, after }) => {
      const hours = new Set(after.rules.map(({ starts }) => starts));
      for (const start of startsOf(after, now)) {
        const time = toParis(start).slice(11);
        // Only the hour that spring skips is shown as another.
        if (hours.has(time)) continue;
        expect(toParis(new Date(start.getTime() - HOUR)).slice(11, 13)).toBe("01");
        expect(Number(start) % DAY).toBeLessThan(2 * HOUR);
      }
    });
  });
});
