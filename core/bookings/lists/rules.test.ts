import { expect, test } from "vitest";
import { groupManaged } from "./rules.ts";

test("groups follow slots and the calendar of Paris, and the next date comes first", () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const session = (id: string, isActive: boolean, ...starts: string[]) => ({
    id,
    isActive,
    slots: starts.map((start) => ({ start: new Date(start), isActive: true })),
  });
  const groups = groupManaged(
    [
      session("later", true, "2026-10-02T10:00:00Z", "2026-11-21T09:00:00Z"),
      session("now", true, "2026-10-02T10:00:00Z", "2026-11-20T09:00:00Z"),
      session("october", true, "2026-10-31T10:00:00Z"),
      session("first of October in Paris", true, "2026-09-30T22:30:00Z"),
      session("November in Paris", true, "2026-10-31T23:30:00Z"),
      session("September", true, "2026-09-30T21:30:00Z"),
      session("no slot", true),
      session("off", false, "2026-12-01T09:00:00Z"),
    ],
    now,
  );
  const ids = (group: { id: string }[]) => group.map(({ id }) => id);
  expect(ids(groups.upcoming)).toEqual(["now", "later"]);
  expect(ids(groups.previousMonth)).toEqual(["october", "first of October in Paris"]);
  expect(ids(groups.deactivated)).toEqual(["off"]);
  expect(ids(groups.others)).toEqual(["November in Paris", "September", "no slot"]);
  const december = groupManaged(
    [session("december", true, "2026-12-15T10:00:00Z")],
    new Date("2027-01-03T09:00:00Z"),
  );
  expect(december.previousMonth).toHaveLength(1);
});
