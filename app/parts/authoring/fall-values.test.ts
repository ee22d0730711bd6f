import { expect, test } from "vitest";
import { byFallField, fallSteps, fallTexts } from "./fall-values.ts";

const STEPS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
];

test("steps come back from the form as they went into it", () => {
  expect(fallSteps(fallTexts(STEPS))).toEqual(STEPS);
  expect(fallSteps(fallTexts(null))).toEqual([]);
});

test("rows left empty count for nothing, and half-empty ones are sent to be refused", () => {
  const typed = { fallHours2: "6", fallPercent2: "25", fallPercent4: "40" };
  expect(fallSteps(typed)).toEqual([
    { hours: 6, percent: 25 },
    { hours: Number.NaN, percent: 40 },
  ]);
  const refused = {
    title: ["Ce champ est obligatoire"],
    fallSteps: ["Indiquez des heures entières.", "Le prix baisse en 5 étapes au plus."],
    "fallSteps.1.hours": ["Indiquez des heures entières."],
  };
  expect(byFallField(refused, typed)).toEqual({
    title: ["Ce champ est obligatoire"],
    fallHours4: ["Indiquez des heures entières."],
    fallSteps: ["Le prix baisse en 5 étapes au plus."],
  });
});
