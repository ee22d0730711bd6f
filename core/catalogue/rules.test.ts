import { expect, test } from "vitest";
import { HOUR } from "../durations.ts";
import { isLastMinute } from "./rules.ts";

const now = new Date("2026-11-20T09:00:00Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

test("the last-minute badge is for strictly under 24 hours", () => {
  expect(isLastMinute(after(24 * HOUR - 1), now)).toBe(true);
  expect(isLastMinute(after(24 * HOUR), now)).toBe(false);
  expect(isLastMinute(null, now)).toBe(false);
});
