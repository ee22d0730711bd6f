import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMISSION_LABEL, COMMISSION_RATE, commission, SHARE_LABEL } from "./commission.ts";
import { cents } from "./money.ts";

const amounts = fc.integer({ min: 0, max: 100_000_000 }).map(cents);

describe("the commission", () => {
  test("is named beside the share that is left", () => {
    expect([COMMISSION_LABEL, SHARE_LABEL]).toEqual(["10 %", "90 %"]);
  });

  test("is typed in no sentence", () => {
    const sources = ["app", "core", "mails"].flatMap((folder) =>
      fs
        .globSync(`${folder}/**/*.{ts,tsx}`, { cwd: path.resolve(import.meta.dirname, "..") })
        .filter((file) => !file.includes(".test.")),
    );
    const typed = /(commission|pr[ée]l[eè]v|reten|revers)[^.\n]*\b(10|90)\s%/i;
    expect(sources.length).toBeGreaterThan(1_000);
    const read = (file: string) =>
      fs.readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
    expect(sources.filter((file) => typed.test(read(file)))).toEqual([]);
  });

  test("is ten percent, rounded to the nearest cent", () => {
    expect(commission(cents(1_990), COMMISSION_RATE)).toBe(199);
    expect(commission(cents(1_995), COMMISSION_RATE)).toBe(200);
    expect(commission(cents(1_994), COMMISSION_RATE)).toBe(199);
    expect(commission(cents(0), COMMISSION_RATE)).toBe(0);
  });

  test("may be at another rate, down to a hundredth of a percent", () => {
    expect(commission(cents(4_000), 1_250)).toBe(500);
    expect(commission(cents(10_000), 1)).toBe(1);
    expect(commission(cents(4_000), 10_000)).toBe(4_000);
  });

  test("leaves the professional a whole number of cents within a cent of ninety percent", () => {
    fc.assert(
      fc.property(amounts, (total) => {
        const share = cents(total - commission(total, COMMISSION_RATE));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(Math.abs(share - total * 0.9)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
    expect.hasAssertions();
  });
});
