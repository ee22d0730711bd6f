import { expect, test } from "vitest";
import { HOUR, MINUTE } from "../../durations.ts";
import { dueReminder } from "./rules.ts";

const START = new Date("2026-11-21T18:30:00Z");
const before = (length: number) => new Date(START.getTime() - length);
const LONG_AGO = before(72 * HOUR);

test.each([
  ["a minute before the first", 24 * HOUR + MINUTE, null],
  ["at the first", 24 * HOUR, 24],
  ["when the queues were asleep for a while", 19 * HOUR, 24],
  ["too late for the first", 18 * HOUR, null],
  ["at the second", 2 * HOUR, 2],
  ["late for the second", HOUR + MINUTE, 2],
  ["too late for both", HOUR, null],
  ["after the start", -MINUTE, null],
])("a reminder %s (rule: booking-reminder)", (_, ahead, hours) => {
  const due = dueReminder(START, LONG_AGO, before(ahead));
  expect(due).toBe(hours && hours * HOUR);
});

test.each([
  ["an hour before the first", 25 * HOUR, 24 * HOUR, 24],
  ["less than an hour before the first", 25 * HOUR - MINUTE, 24 * HOUR, null],
  ["in time for the second alone", 3 * HOUR, 2 * HOUR, 2],
  ["too late for the second", 3 * HOUR - MINUTE, 2 * HOUR, null],
])("whoever has booked %s", (_, booked, ahead, hours) => {
  expect(dueReminder(START, before(booked), before(ahead))).toBe(hours && hours * HOUR);
});
