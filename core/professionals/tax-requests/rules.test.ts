import { expect, test } from "vitest";
import { DAY } from "../../durations.ts";
import { holdsFrom, isHeld, nextLook } from "./rules.ts";

const askedAt = new Date("2026-11-20T09:00:00Z");
const after = (days: number) => new Date(askedAt.getTime() + days * DAY);

test.each([
  [2, 60, true],
  [2, 59.9, false],
  [1, 90, false],
  [0, 400, false],
])("after %i reminders and %d days, publishing has ended: %s", (reminders, days, held) => {
  expect(isHeld({ askedAt, reminders }, after(days))).toBe(held);
});

test("the day is said beforehand", () => {
  expect(holdsFrom({ askedAt, reminders: 0 })).toEqual(after(60));
});

test("an operator looks at it two weeks before the day, and four weeks after having looked", () => {
  const request = { askedAt, reminders: 2, lookedAt: null };
  expect(nextLook(request, after(45))).toEqual({ dueAt: after(60), isWaiting: false });
  expect(nextLook(request, after(46)).isWaiting).toBe(true);
  expect(nextLook(request, after(400))).toEqual({ dueAt: after(60), isWaiting: true });
  const looked = { ...request, lookedAt: after(61) };
  expect(nextLook(looked, after(74))).toEqual({ dueAt: after(89), isWaiting: false });
  expect(nextLook(looked, after(75)).isWaiting).toBe(true);
});
