import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inhabitantsOf } from "../../places/find-town.server.ts";
import { searchKey } from "../../texts/search-key.ts";
import { readText } from "./rules.ts";

/** A Friday. */
const today = "2026-11-20";
const read = (text: string, kept: string[] = []) => readText(text, { today, inhabitantsOf, kept });

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
    ["yoga tous les samedis", "yoga", { days: "saturday" }],
    ["yoga chaque mardi soir à Lyon", "yoga", { days: "tuesday", from: "18:00", place: "Lyon" }],
    ["yoga les lundis et jeudis à 12h30", "yoga", { days: "monday,thursday", from: "12:30" }],
    ["yoga tous les jours", "yoga tous les jours", {}],
    ["yoga 12/01", "yoga", { date: "2027-01-12" }],
    ["yoga demain à 18h30", "yoga", { date: "tomorrow", from: "18:30" }],
    ["yoga demain matin à 9 h", "yoga", { date: "tomorrow", from: "09:00" }],
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
    ["yoga pour 1", "yoga pour 1", {}],
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
    const { words: left, time, seats, place } = read(text);
    const { typed: _, ...times } = { typed: [], ...time };
    const { typed: __, ...where } = { typed: [], ...place };
    const asked = JSON.parse(JSON.stringify({ ...times, seats: seats?.seats, ...where }));
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
      fc.property(text, (typed) => {
        const kept: string[] = [];
        for (let turn = 0; turn < 12; turn += 1) {
          const { words, time, seats, place } = read(typed, kept);
          const [part] = [time, seats, place].filter((found) => found !== null);
          if (!part) {
            expect(words).toBe(typed);
            return;
          }
          // Whatever was understood stands in the text, and no more among the words.
          for (const stretch of part.typed) expect(typed).toContain(stretch);
          expect(searchKey(words).length).toBeLessThan(searchKey(typed).length);
          kept.push(...part.typed.map(searchKey));
        }
        throw new Error(`« ${typed} » is understood again and again`);
      }),
    );
    expect.hasAssertions();
  });

  test("giving one back leaves the other", () => {
    const { place } = read("massage demain soir 69003", ["demain soir"]);
    expect(place?.place).toBe("69003");
    expect(read("massage demain soir 69003", ["demain soir"])).toMatchObject({
      ...{ words: "massage demain soir", time: null },
    });
    expect(read("massage demain soir 69003", ["69003"])).toMatchObject({
      ...{ words: "massage 69003", time: { date: "tomorrow" }, place: null },
    });
  });
});
