import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTown, inhabitantsOf, nearestTown, pointOf } from "./find-town.server.ts";
import { kilometresBetween } from "./rules.ts";

describe("the point of an address (rule: coarse-place)", () => {
  test.for<[string | null, string | null, latitude: number, longitude: number]>([
    ["Lyon", "69003", 45.76, 4.856],
    ["LYON 3e", "69003", 45.76, 4.856],
    ["Paris", "75011", 48.859, 2.38],
    ["Saint-Étienne", "42000", 45.434, 4.39],
    ["St Etienne", "42100", 45.434, 4.39],
    // Ambérieu, in which the post office has no such district.
    ["Ambérieu-en-Bugey (gare)", "01500", 45.97, 5.37],
    ["Cayenne", "97300", 4.937, -52.326],
    // No postcode, and one for firms.
    ["Lyon", null, 45.748, 4.847],
    ["Lyon", "69487", 45.748, 4.847],
    // On Réunion, where more people live than in that of Paris.
    ["Saint-Denis", null, -20.88, 55.45],
    ["Saint-Denis", "93200", 48.936, 2.354],
  ])("%s (%s)", ([city, postalCode, latitude, longitude]) => {
    const point = pointOf({ city, postalCode });
    expect(point && kilometresBetween(point, { latitude, longitude })).toBeLessThan(4);
  });

  test("is unknown where neither says anything", () => {
    expect(pointOf({ city: "Atlantis", postalCode: null })).toBeNull();
    expect(pointOf({ city: null, postalCode: "00000" })).toBeNull();
    expect(pointOf({ city: "", postalCode: "" })).toBeNull();
  });

  test("whatever is typed, is unknown or in France", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("\n", "\t", "Lyon\n", "69003", "9", "NaN"));
    fc.assert(
      fc.property(text, text, (city, postalCode) => {
        const point = pointOf({ city, postalCode });
        expect(point === null || Math.abs(point.latitude) < 52).toBe(true);
      }),
    );
  });
});

test.for([
  ["saint-denis", "Saint-Denis", -20.88, 55.45],
  ["Villeurb", "Villeurbanne", 45.76, 4.88],
  ["LYON", "Lyon", 45.748, 4.847],
  ["69003", "Lyon 3e", 45.761, 4.852],
  ["Lyon 69003", "Lyon 3e", 45.761, 4.852],
  ["paris 11e", "Paris 11e", 48.859, 2.38],
  ["St Etienne", "Saint-Étienne", 45.434, 4.39],
  ["paris 1", "Paris 1er", 48.862, 2.336],
  ["Villeurbane", "Villeurbanne", 45.76, 4.88],
  ["marsielle", "Marseille", 43.296, 5.38],
  // Several communes share it.
  ["01500", "01500", 45.97, 5.36],
] as const)("« %s » is %s", ([typed, name, latitude, longitude]) => {
  const town = findTown(typed);
  expect(town?.name).toBe(name);
  expect(town && kilometresBetween(town.point, { latitude, longitude })).toBeLessThan(4);
});

test.for([
  ["villeurbane", true],
  ["69003", true],
  ["01500", true],
  // More people live in that of Réunion.
  ["Saint-Denis", true],
  ["93200", false],
] as const)("the name alone leads to « %s »: %s", ([typed, isByName]) => {
  const town = findTown(typed);
  expect(town?.isByName).toBe(isByName);
  expect(findTown(town?.name ?? "")?.point.latitude === town?.point.latitude).toBe(isByName);
});

test.for([
  ["Lyon 3e", 45.76, 4.85],
  // Another Saint-Denis has more people.
  ["93200 Saint-Denis", 48.935, 2.355],
  ["Ambérieu-en-Bugey", 45.96, 5.36],
] as const)("%s is the nearest town, and means itself", ([name, latitude, longitude]) => {
  const town = nearestTown({ latitude, longitude });
  expect(town).toBe(name);
  const point = findTown(town)?.point;
  expect(point && kilometresBetween(point, { latitude, longitude })).toBeLessThan(4);
});

test.for(["", "atlantis", "99999", "69", "?", "\n"])("« %s » is nowhere", (typed) => {
  expect(findTown(typed)).toBeNull();
});

test.for([
  ["Sens", 20_000, 40_000],
  ["69003", Number.POSITIVE_INFINITY],
  ["69003 Lyon", Number.POSITIVE_INFINITY],
  ["paris 10e", Number.POSITIVE_INFINITY],
  ["St-Étienne", 100_000, 200_000],
  ["69003 Brest", null],
  ["paris 21", null],
  ["villeurb", null],
  ["atlantis", null],
  ["", null],
] as const)("« %s » is the whole name of a place of so many people", ([typed, least, most]) => {
  const found = inhabitantsOf(typed);
  if (least === null) return expect(found).toBeNull();
  expect(found).toBeGreaterThanOrEqual(least);
  expect(found).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
});
