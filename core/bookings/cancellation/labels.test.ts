import { expect, test } from "vitest";
import { cents } from "../../money.ts";
import { hourLabel, otherLabel } from "./labels.ts";

test("another hour within six days has a weekday and a day; a later one has its month (rule: date-labels)", () => {
  const now = new Date("2026-11-28T09:00:00Z");
  expect(hourLabel(new Date("2026-12-04T17:30:00Z"), now)).toBe("ven. 4, 18:30");
  expect(hourLabel(new Date("2026-12-05T17:30:00Z"), now)).toBe("sam. 5 déc., 18:30");
});

test("another session is named beside its hour", () => {
  const other = {
    ...{ slotId: "s", offeringId: "o", kind: "session" as const, start: new Date() },
    ...{ title: "Yoga du soir", professional: "Studio Aubépine", priceCents: cents(2_000) },
  };
  expect(otherLabel({ ...other, isOwn: true, free: 4 }, "Yoga du soir")).toBe(
    "avec vous, 4 places",
  );
  expect(otherLabel({ ...other, isOwn: false, free: 1 }, "Yoga doux")).toBe(
    "Yoga du soir, Studio Aubépine",
  );
});
