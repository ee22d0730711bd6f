import { expect, test } from "vitest";
import { pauseAfter } from "./restart-pause.ts";

test("a program that dies again and again waits longer each time, up to 30 s", () => {
  const pauses = [pauseAfter(0, 10)];
  for (let time = 1; time < 8; time++) pauses.push(pauseAfter(pauses.at(-1) ?? 0, 2_000));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("one that has run for five minutes begins anew", () => {
  expect(pauseAfter(30_000, 299_000)).toBe(30_000);
  expect(pauseAfter(30_000, 300_000)).toBe(1_000);
});
