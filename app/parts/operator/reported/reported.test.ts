import { expect, it } from "vitest";
import { changedSince } from "./reported.server.ts";

const createdAt = new Date("2026-11-20T12:40:00Z");
const report = (before: string[] | null, isOpen = true) => ({ createdAt, isOpen, before });

it("what was reported is shown once it reads otherwise, with what is gone marked", () => {
  const before = ["Massage", "Ce massage guérit tout en une heure.", ""];
  expect(
    changedSince([report(before)], ["Massage", "Ce massage guérit tout en une heure."]),
  ).toBeNull();
  const now = ["Massage", "Ce massage détend en une heure.", "Une serviette"];
  expect(changedSince([report(null), report(before)], now)).toEqual({
    at: expect.stringContaining("20 novembre 2026"),
    paragraphs: [
      [{ text: "Massage", isMarked: false }],
      [
        { text: "Ce massage ", isMarked: false },
        { text: "guérit tout", isMarked: true },
        { text: " en une heure.", isMarked: false },
      ],
    ],
  });
  expect(changedSince([report(before, false)], now)).toBeNull();
  expect(changedSince([report(["Autre"])], [])?.paragraphs).toEqual([
    [{ text: "Autre", isMarked: true }],
  ]);
});
