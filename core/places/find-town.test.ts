import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey, pointOf, townByName, townsByPostcode } from "./find-town.server.ts";
import { kilometresBetween } from "./rules.ts";

const near = { latitude: 45.748, longitude: 4.847 };

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

test("a town is found by its name or the beginning, the most populous of several", () => {
  expect(townByName("saint denis")?.population).toBeGreaterThan(100_000);
  expect(townByName("villeurb")?.name).toBe("Villeurbanne");
  expect(townByName("lyon")).toMatchObject({ name: "Lyon", ...near });
  expect(townByName("atlantis")).toBeNull();
  expect(townByName("")).toBeNull();
});

test("towns are found by their postcode", () => {
  expect(townsByPostcode("69100").map(({ name }) => name)).toEqual(["Villeurbanne"]);
  expect(townsByPostcode("01500").length).toBeGreaterThan(3);
  expect(townsByPostcode("69")).toEqual([]);
  expect(townsByPostcode("1e3")).toEqual([]);
  expect(townsByPostcode("99999")).toEqual([]);
});

test.for([
  ["St-Étienne", "saint etienne"],
  ["Paris 10", "paris"],
  ["Lyon 3e Arrondissement", "lyon"],
  ["Lyon Cedex 07", "lyon"],
  ["Ste Foy", "sainte foy"],
])("%s is %s", ([city = "", key]) => {
  expect(nameKey(city)).toBe(key);
});
