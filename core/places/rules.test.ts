import { describe, expect, test } from "vitest";
import { cellOf, cellsWithin, centreOf, kilometresBetween, placeParts } from "./rules.ts";

const PARIS = { latitude: 48.853, longitude: 2.349 };
const LYON = { latitude: 45.748, longitude: 4.847 };
const SAINT_DENIS = { latitude: -20.882, longitude: 55.45 };

describe("a cell (rule: coarse-place)", () => {
  test.for([PARIS, LYON, SAINT_DENIS, { latitude: 42.7, longitude: -1.2 }])(
    "has its middle within a kilometre of each of its points: %o",
    (point) => {
      const cell = cellOf(point);
      expect(cell).toBeLessThan(2 ** 31);
      expect(kilometresBetween(point, centreOf(cell))).toBeLessThan(Math.SQRT1_2 + 0.001);
      expect(cellOf(centreOf(cell))).toBe(cell);
    },
  );
});

test("distances are those of the globe", () => {
  const [pole, equator] = [
    { latitude: 90, longitude: 0 },
    { latitude: 0, longitude: 0 },
  ];
  const quarter = (6_371.0088 * Math.PI) / 2;
  expect(kilometresBetween(pole, equator)).toBeCloseTo(quarter, 0);
  expect(kilometresBetween(equator, { latitude: 0, longitude: 90 })).toBeCloseTo(quarter, 0);
  // On the 60th parallel a degree of longitude is half as long as on the equator.
  const sixty = { latitude: 60, longitude: 0 };
  expect(kilometresBetween(sixty, { latitude: 60, longitude: 0.01 })).toBeCloseTo(0.556, 3);
  expect(kilometresBetween(LYON, PARIS)).toBe(kilometresBetween(PARIS, LYON));
  expect(kilometresBetween(PARIS, PARIS)).toBe(0);
});

test.for([PARIS, SAINT_DENIS])("cells within a radius are all of them: %o", (point) => {
  for (const radius of [2, 5, 10, 25, 50]) {
    const cells = cellsWithin(point, radius);
    expect(cells.length / (Math.PI * radius ** 2)).toBeCloseTo(1, 0);
    expect(new Set(cells.map(({ cell }) => cell)).size).toBe(cells.length);
    expect(cells.every(({ kilometres }) => kilometres <= radius)).toBe(true);
    expect(cells.map(({ kilometres }) => kilometres)).toEqual(
      cells.map(({ kilometres }) => kilometres).toSorted((one, other) => one - other),
    );
    // A ring outside has none of them.
    const inside = new Set(cells.map(({ cell }) => cell));
    const beyond = cellsWithin(point, radius + 1).filter(({ kilometres }) => kilometres > radius);
    expect(beyond.some(({ cell }) => inside.has(cell))).toBe(false);
  }
});

test.each([
  ["lyon", { name: "lyon", postcode: null }],
  ["69", { name: "", postcode: "69" }],
  ["69003 lyon", { name: "lyon", postcode: "69003" }],
  ["lyon 3e", { name: "lyon", postcode: "69003" }],
  ["paris 11eme", { name: "paris", postcode: "75011" }],
  ["paris 10", { name: "paris", postcode: "75010" }],
  ["marseille 8e arrondissement", { name: "marseille", postcode: "13008" }],
  ["1er lyon", { name: "lyon", postcode: "69001" }],
  ["lyon 10", { name: "lyon", postcode: null }],
  ["brest 3", { name: "brest", postcode: null }],
  ["st etienne", { name: "saint etienne", postcode: null }],
  ["ste adresse 76310", { name: "sainte adresse", postcode: "76310" }],
  ["123456", { name: "", postcode: null }],
  ["st etienne", { name: "saint etienne", postcode: null }],
  ["lyon cedex 07", { name: "lyon", postcode: "69007" }],
  ["ste foy", { name: "sainte foy", postcode: null }],
])("« %s » has the parts %j", (key, parts) => {
  expect(placeParts(key)).toEqual(parts);
});
