import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inhabitantsOf, nearestTown, pointOf, resolvePlace } from "./resolve-place.server.ts";
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

const told = (typed: string) => {
  const meant = resolvePlace(typed);
  if (meant.kind === "unclear") return meant.names;
  return "name" in meant ? meant.name : meant.kind;
};

describe("a place that somebody types (rule: typed-place)", () => {
  test.for<[typed: string, meant: string | string[]]>([
    ["LYON", "Lyon"],
    ["Lyon centre", "Lyon"],
    ["Lyon, Rhône", "Lyon"],
    ["Paris, France", "Paris"],
    ["paris ile de france", "Paris"],
    ["haute savoie annecy", "Annecy"],
    // Arrondissements.
    ["69003", "Lyon 3e"],
    ["Lyon 69003", "Lyon 3e"],
    ["lyon cedex 07", "Lyon 7e"],
    ["paris 11e", "Paris 11e"],
    ["paris 1", "Paris 1er"],
    ["paris 15eme arrondissement", "Paris 15e"],
    ["75116", "Paris 16e"],
    ["marseille 13", "Marseille 13e"],
    ["Marseille (13)", "Marseille"],
    ["Paris 75", "Paris"],
    ["paris 21", "unknown"],
    // The post office has no such numbers, and everybody writes them.
    ["75000", "Paris"],
    ["69000 Lyon", "Lyon"],
    ["13000", "Marseille"],
    ["Paris 75000", "Paris"],
    ["31000", "Toulouse"],
    ["69487 Lyon", "Lyon"],
    ["69003 Brest", "unknown"],
    ["01500", "01500"],
    ["99999", "unknown"],
    // Of several the one in Europe, or what stands beside the name.
    ["Saint-Denis", "Saint-Denis"],
    ["Saint-Denis (93)", "Saint-Denis"],
    ["saint denis seine saint denis", "Saint-Denis"],
    ["Saint-Denis, La Réunion", "97400 Saint-Denis"],
    ["97400", "97400 Saint-Denis"],
    ["Évry", "Évry-Courcouronnes"],
    ["Évry (Essonne)", "Évry-Courcouronnes"],
    ["evry yonne", "89140 Évry"],
    ["boulogne", "Boulogne-Billancourt"],
    ["boulogne 62", "Boulogne-sur-Mer"],
    ["Bastia 2B", "Bastia"],
    ["neuilly", ["Neuilly-sur-Seine", "Neuilly-sur-Marne", "Neuilly-Plaisance"]],
    ["clermont", ["60600 Clermont", "Clermont-Ferrand"]],
    // Spellings, and articles left out.
    ["St Etienne", "Saint-Étienne"],
    ["Neuilly s/ Seine", "Neuilly-sur-Seine"],
    ["Aulnay s/s Bois", "Aulnay-sous-Bois"],
    ["havre", "Le Havre"],
    ["mans", "Le Mans"],
    ["sables d'olonne", "Les Sables-d'Olonne"],
    ["hay les roses", "L'Haÿ-les-Roses"],
    // One slip, and no more; in five letters or more; in the name of a town.
    ["Villeurbane", "Villeurbanne"],
    ["marsielle", "Marseille"],
    ["montmarte", "Montmartre, Paris"],
    ["bretange", "Bretagne"],
    ["vilurbane", "unknown"],
    ["lion", "unknown"],
    ["corsep", "Corsept"],
    // The beginning of another name.
    ["Villeurb", "unknown"],
    ["Corse", "Corse"],
    // Areas.
    ["69", "Rhône"],
    ["7", "Ardèche"],
    ["2a", "Corse-du-Sud"],
    ["974", "Réunion"],
    ["Île-de-France", "Île-de-France"],
    ["landes", "Landes"],
    ["paca", "Provence-Alpes-Côte d'Azur"],
    ["vienne", "Vienne"],
    // Neighbourhoods.
    ["le marais", "Marais, Paris"],
    ["Part-Dieu", "Part-Dieu, Lyon"],
    ["lyon part dieu", "Part-Dieu, Lyon"],
    ["croix rousse", "Croix-Rousse, Lyon"],
    ["wazemmes", "Wazemmes, Lille"],
    ["Moulins", "Moulins"],
    ["Lille Moulins", "Moulins, Lille"],
    ["Gambetta", ["Gambetta, Paris", "Gambetta, Bordeaux", "Gambetta, Lille"]],
    ["La Défense", "La Défense, Hauts-de-Seine"],
    // Abroad.
    ...["Bruxelles", "Genève", "Liège", "Mons", "Fribourg", "Montréal", "Rome", "Suisse"].map(
      (name): [string, string] => [name, "abroad"],
    ),
    ["Lyon, Belgique", "abroad"],
    ["Bruges", "Bruges"],
    ...["", "atlantis", "?", "\n", "12345", "690", "yoga lyon", "massage paris"].map(
      (name): [string, string] => [name, "unknown"],
    ),
  ])("« %s » is %s", ([typed, meant]) => {
    expect(told(typed)).toEqual(meant);
  });

  test.for([
    ["Lyon 3e", 45.76, 4.85],
    ["93200", 48.935, 2.355],
    ["97400 Saint-Denis", -20.88, 55.45],
    ["01500", 45.97, 5.36],
    ["Ambérieu-en-Bugey", 45.96, 5.36],
    ["Montmartre", 48.887, 2.343],
  ] as const)("%s lies there", ([typed, latitude, longitude]) => {
    const meant = resolvePlace(typed);
    const point = meant.kind === "point" ? meant.point : { latitude: 0, longitude: 0 };
    expect(kilometresBetween(point, { latitude, longitude })).toBeLessThan(4);
  });

  test("what is nearest to a point is found again by its name", () => {
    const degrees = fc.record({
      latitude: fc.double({ min: 42, max: 51, noNaN: true }),
      longitude: fc.double({ min: -5, max: 8, noNaN: true }),
    });
    fc.assert(
      fc.property(degrees, (point) => {
        const meant = resolvePlace(nearestTown(point));
        if (meant.kind !== "point") throw new Error(`nobody knows ${nearestTown(point)}`);
        expect(resolvePlace(meant.name)).toEqual(meant);
      }),
    );
  });

  test("whatever is typed, is a place or is none", () => {
    const kinds = ["point", "area", "unclear", "abroad", "unknown"];
    fc.assert(
      fc.property(fc.string(), (typed) => {
        expect(kinds).toContain(resolvePlace(typed).kind);
      }),
    );
  });
});

test.for([
  ["Sens", 20_000, 40_000],
  ["69003", Number.POSITIVE_INFINITY],
  ["69003 Lyon", Number.POSITIVE_INFINITY],
  ["paris 10e", Number.POSITIVE_INFINITY],
  ["St-Étienne", 100_000, 200_000],
  ["bretagne", 10_000, 10_000],
  ["montmartre", 10_000, 10_000],
  // A length, in minutes.
  ["75", null],
  ["villeurbane", null],
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
