import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inhabitantsOf } from "../../places/resolve-place.server.ts";
import { searchKey } from "../../texts/clean-text.ts";
import { readText } from "./rules.ts";

/** A Friday, at a quarter to four in Paris. */
const now = new Date("2026-11-20T14:45:00Z");
const today = "2026-11-20";
const read = (text: string, kept: string[] = []) =>
  readText(text, { now, inhabitantsOf: (name) => inhabitantsOf(name), kept });

describe("what is typed into one field (rule: one-field)", () => {
  test.for<[text: string, words: string, conditions: object]>([
    ["yoga", "yoga", {}],
    ["yoga lyon", "yoga", { place: "lyon" }],
    ["Lyon yoga", "yoga", { place: "Lyon" }],
    ["lyon", "", { place: "lyon" }],
    ["massage demain soir 69003", "massage", { place: "69003", date: "tomorrow", from: "18:00" }],
    ["sophrologie ce week-end paris 10", "sophrologie", { place: "paris 10", date: "weekend" }],
    ["yoga à Lyon ce soir", "yoga", { place: "Lyon", date: "today", from: "18:00" }],
    ["yoga au Mans", "yoga", { place: "le Mans" }],
    ["yoga aux Ulis", "yoga", { place: "les Ulis" }],
    ["yoga près d'Annecy", "yoga", { place: "Annecy" }],
    ["autour de Saint-Étienne", "", { place: "Saint-Étienne" }],
    ["reiki aix en provence", "reiki", { place: "aix en provence" }],
    ["reiki 69003 Lyon", "reiki", { place: "69003 Lyon" }],
    ["massage à Lyon pour le dos", "massage pour le dos", { place: "Lyon" }],
    ["yoga aujourd'hui", "yoga", { date: "today" }],
    ["yoga pour demain matin", "yoga", { date: "tomorrow", to: "12:00" }],
    ["yoga cet après-midi", "yoga", { date: "today", from: "12:00", to: "18:00" }],
    ["yoga après-demain", "yoga", { date: "2026-11-22" }],
    ["yoga samedi soir", "yoga", { date: "2026-11-21", from: "18:00" }],
    ["yoga vendredi", "yoga", { date: today }],
    ["yoga ce jeudi", "yoga", { date: "2026-11-26" }],
    ["yoga le 1er décembre", "yoga", { date: "2026-12-01" }],
    ["yoga lundi 30 novembre", "yoga", { date: "2026-11-30" }],
    ["yoga lundi 30/11 à 18h", "yoga", { date: "2026-11-30", from: "18:00" }],
    ["yoga le samedi 5 décembre 2026 matin", "yoga", { date: "2026-12-05", to: "12:00" }],
    ["yoga 05/12/2027", "yoga", { date: "2027-12-05" }],
    ["yoga 05/12/2025", "yoga 05/12/2025", {}],
    // The date is meant where it has another weekday.
    ["yoga mardi 30 novembre", "yoga", { date: "2026-11-30" }],
    ["yoga samedi 5", "yoga", { date: "2026-12-05" }],
    ["yoga samedi 5 à 18h Lyon", "yoga", { date: "2026-12-05", from: "18:00", place: "Lyon" }],
    ["yoga mardi 1er", "yoga", { date: "2026-12-01" }],
    ["yoga mardi 31", "yoga", { date: "2026-12-31" }],
    ["yoga mercredi 32", "yoga 32", { date: "2026-11-25" }],
    ["yoga samedi 18 h", "yoga", { date: "2026-11-21", from: "18:00" }],
    ["yoga samedi 18:30", "yoga", { date: "2026-11-21", from: "18:30" }],
    ["yoga samedi 2 places", "yoga", { date: "2026-11-21", seats: 2 }],
    ["yoga samedi 69003", "yoga", { date: "2026-11-21", place: "69003" }],
    ["yoga samedi prochain", "yoga", { date: "2026-11-21" }],
    ["yoga vendredi prochain", "yoga", { date: "2026-11-27" }],
    ["yoga maintenant", "yoga", { date: "today" }],
    ["yoga tout de suite à Lyon", "yoga", { date: "today", place: "Lyon" }],
    ["massage dans l'heure", "massage", { date: "today" }],
    ["massage dans 2 heures", "massage", { date: "today", from: "17:30" }],
    ["massage dans 2h", "massage", { date: "today", from: "17:30" }],
    ["massage dans une heure", "massage", { date: "today", from: "16:30" }],
    ["massage dans 45 min", "massage", { date: "today", from: "16:30" }],
    ["massage dans 9 heures", "massage", { date: "tomorrow", from: "00:30" }],
    ["ici et maintenant", "ici et maintenant", {}],
    ["yoga moins de 50 €", "yoga", { price_max: 50 }],
    ["yoga à moins de 50€ à Lyon", "yoga", { price_max: 50, place: "Lyon" }],
    ["yoga max 40 euros", "yoga", { price_max: 40 }],
    ["massage à 30 € maximum demain", "massage", { price_max: 30, date: "tomorrow" }],
    ["massage jusqu'à 49,90 € lyon", "massage", { price_max: 49.9, place: "lyon" }],
    ["massage 40€ max 69003", "massage", { price_max: 40, place: "69003" }],
    ["budget 45 euros yoga", "yoga", { price_max: 45 }],
    ["yoga samedi 20 € au plus", "yoga", { price_max: 20, date: "2026-11-21" }],
    ["massage pas cher Lyon", "massage", { sort: "price_asc", place: "Lyon" }],
    ["le moins cher massage", "massage", { sort: "price_asc" }],
    ["yoga pas trop cher moins de 30 €", "yoga", { sort: "price_asc", price_max: 30 }],
    // An amount alone, and a number without its unit, are no limit.
    ["massage 50 €", "massage", { price_max: 50 }],
    ["massage moins de 50", "massage moins de 50", {}],
    ["massage moins de 50 minutes", "massage moins de 50 minutes", {}],
    ["massage moins de 0 €", "massage moins de 0 €", {}],
    ["coaching 75", "coaching 75", {}],
    ["yoga tous les samedis", "yoga", { days: "saturday" }],
    ["yoga chaque mardi soir à Lyon", "yoga", { days: "tuesday", from: "18:00", place: "Lyon" }],
    ["yoga les lundis et jeudis à 12h30", "yoga", { days: "monday,thursday", from: "12:30" }],
    ["yoga tous les jours", "yoga tous les jours", {}],
    ["yoga 12/01", "yoga", { date: "2027-01-12" }],
    ["yoga demain à 18h30", "yoga", { date: "tomorrow", from: "18:30" }],
    ["yoga demain matin à 9 h", "yoga", { date: "tomorrow", from: "09:00", to: "12:00" }],
    ["yoga entre 18h et 20h30", "yoga", { from: "18:00", to: "20:30" }],
    ["yoga 12:30-14h demain", "yoga", { date: "tomorrow", from: "12:30", to: "14:00" }],
    ["yoga avant 12h", "yoga", { to: "12:00" }],
    ["yoga à partir de 19 h", "yoga", { from: "19:00" }],
    ["yoga pour deux", "yoga", { seats: 2 }],
    [
      "yoga ce soir à Lyon pour 2",
      "yoga",
      { seats: 2, place: "Lyon", date: "today", from: "18:00" },
    ],
    ["massage à deux demain", "massage", { seats: 2, date: "tomorrow" }],
    ["massage Lyon à 3", "massage", { seats: 3, place: "Lyon" }],
    ["pour quatre personnes yoga lyon", "yoga", { seats: 4, place: "lyon" }],
    ["2 places yoga samedi", "yoga", { seats: 2, date: "2026-11-21" }],
    ["méditation pour deux enfants", "méditation enfants", { seats: 2 }],
    ["massage pour 2 à 18h", "massage", { seats: 2, from: "18:00" }],
    // Neither a time, nor seats, nor a place.
    ["massage pour deux heures", "massage pour deux heures", {}],
    ["massage à quatre mains", "massage à quatre mains", {}],
    ["yoga à deux pas du métro", "yoga à deux pas du métro", {}],
    ["yoga pour 1", "yoga", { seats: 1 }],
    ["massage pour une personne", "massage", { seats: 1 }],
    ["massage toute seule", "massage", { seats: 1 }],
    ["massage en couple", "massage", { seats: 2 }],
    ["massage à 5 km de lyon", "massage", { radius: 5, place: "lyon" }],
    ["massage à moins de 10km", "massage", { radius: 10 }],
    ["yoga dans un rayon de 90 km autour d'Annecy", "yoga", { radius: 50, place: "Annecy" }],
    ["yoga près de chez moi", "yoga", { filter: "nearby" }],
    ["yoga cette semaine", "yoga", { date: "week" }],
    ["yoga la semaine prochaine en soirée", "yoga", { date: "next-week", from: "18:00" }],
    ["yoga montmartre", "yoga", { place: "montmartre" }],
    ["yoga en Bretagne", "yoga", { place: "Bretagne" }],
    ["yoga boulogne", "yoga", { place: "boulogne" }],
    ["yoga pour 12 personnes", "yoga pour 12 personnes", {}],
    ["massage 1h30", "massage 1h30", {}],
    ["massage 31/02", "massage 31/02", {}],
    ["yoga du soir", "yoga du soir", {}],
    ["massage à domicile", "massage à domicile", {}],
    ["massage aux pierres chaudes", "massage aux pierres chaudes", {}],
    ["éveil des sens", "éveil des sens", {}],
    ["soin du corps", "soin du corps", {}],
    ["yoga en ligne", "yoga en ligne", {}],
    ["retraite à la montagne", "retraite à la montagne", {}],
    ["lyonnaise", "lyonnaise", {}],
    ["%", "%", {}],
    ["", "", {}],
    // Names that are words too.
    ["massage sens", "massage sens", {}],
    ["massage à Sens", "massage", { place: "Sens" }],
    ["massage sens 89100", "massage", { place: "sens 89100" }],
    ["massage Lens", "massage", { place: "Lens" }],
    ["yoga plaisir", "yoga plaisir", {}],
  ])("« %s » asks for « %s » and %j", ([text, words, conditions]) => {
    const { words: left, conditions: asked } = read(text);
    expect({ left, ...asked }).toEqual({ left: words, ...conditions });
  });

  const piece = fc.constantFrom(
    ...["yoga", "massage", "à", "Lyon", "Sens", "69003", "paris 10", "demain", "soir", "ce soir"],
    ...[
      "samedi",
      "18h",
      "entre 18h et 20h",
      "le",
      "du",
      "pour deux",
      "tous les samedis",
      "2 places",
      "5",
      "décembre",
      "moins de 50 €",
      "40,50 euros max",
      "pas cher",
      "dans 2 heures",
      "Saint-Étienne",
      "d'Annecy",
      ",",
      "  ",
    ],
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(" ")),
    fc.string(),
  );

  test("given back, the words are exactly what was typed", () => {
    fc.assert(
      fc.property(text, (asked) => {
        const kept: string[] = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const { words, typed } = read(asked, kept);
          if (typed.length === 0) {
            expect(words).toBe(asked);
            return;
          }
          // Whatever was understood stands in the text, and no more among the words.
          for (const stretch of typed) expect(asked).toContain(stretch);
          expect(searchKey(words).length).toBeLessThan(searchKey(asked).length);
          kept.push(...typed.map(searchKey));
        }
        throw new Error(`« ${asked} » is understood again and again`);
      }),
    );
    expect.hasAssertions();
  });

  test("some of them given back leave the others", () => {
    expect(read("massage demain soir 69003", ["demain soir"])).toMatchObject({
      ...{ words: "massage demain soir", conditions: { place: "69003" } },
    });
    expect(read("massage demain soir 69003", ["69003"])).toMatchObject({
      ...{ words: "massage 69003", conditions: { date: "tomorrow", from: "18:00" } },
    });
  });
});
