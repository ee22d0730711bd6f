import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "../durations.ts";
import {
  addressLabel,
  capacityLabel,
  changeOf,
  dayLabel,
  durationLabel,
  lowStockLabel,
  nextSlotLabel,
  placeLabel,
  ratingLabel,
  UNBOOKABLE_LABELS,
  unbookableLabel,
  whenLabel,
} from "./labels.ts";

test.each([
  ["duration", 75, "duration", "1h15"],
  ["priceCents", 3_050, "price", "30,50\u00a0€"],
  ["startTime", "18:30", "startTime", "18:30"],
  ["recurringUntil", "2026-12-24", "recurringUntil", "24 décembre 2026"],
  ["recurringDays", ["monday", "friday"], "recurringDays", "lundi, vendredi"],
  ["recurringDays", null, "recurringDays", "rien"],
  ["isOnline", true, "isOnline", "oui"],
  ["activityTypeId", "an id", "category", "«\u00a0Yoga\u00a0»"],
  ["tags", ["Calme", "Nuit"], "tags", "«\u00a0Calme, Nuit\u00a0»"],
  ["slots", undefined, "slots", "d'autres créneaux"],
])("%s that was changed to %o meanwhile is told", (column, value, field, words) => {
  const row = { version: 2, changedIn: {}, [column]: value };
  const said = changeOf("session", { category: "Yoga" }).fieldOf(column, row);
  expect(said?.field).toBe(field);
  expect(said?.value.replace(/[\u202f\u00a0]/g, " ")).toBe(words.replace(/\u00a0/g, " "));
});

test.each([
  [15, "15min"],
  [59, "59min"],
  [60, "1h"],
  [65, "1h05"],
  [75, "1h15"],
  [120, "2h"],
  [615, "10h15"],
])("%i minutes read « %s »", (minutes, label) => {
  expect(durationLabel(minutes)).toBe(label);
});

describe("the next slot", () => {
  // Friday 20 November 2026, 10:00 in Paris.
  const now = new Date("2026-11-20T09:00:00Z");
  const ahead = (milliseconds: number) =>
    nextSlotLabel(new Date(now.getTime() + milliseconds), now);

  test("is « Aujourd'hui » under 24 hours, with its calendar date even when that is tomorrow", () => {
    expect(ahead(8.5 * HOUR)).toEqual({ label: "Aujourd'hui 18:30", date: "ven. 20 nov." });
    expect(ahead(22 * HOUR)).toEqual({ label: "Aujourd'hui 08:00", date: "sam. 21 nov." });
    expect(ahead(24 * HOUR - MINUTE).label).toBe("Aujourd'hui 09:59");
  });

  test("is « Demain » from 24 hours to under 48", () => {
    expect(ahead(24 * HOUR)).toEqual({ label: "Demain 10:00", date: "sam. 21 nov." });
    expect(ahead(48 * HOUR - MINUTE)).toEqual({ label: "Demain 09:59", date: "dim. 22 nov." });
  });

  test("is its weekday from 48 hours on", () => {
    expect(ahead(48 * HOUR)).toEqual({ label: "Dimanche 10:00", date: "dim. 22 nov." });
    expect(ahead(10 * 24 * HOUR)).toEqual({ label: "Lundi 10:00", date: "lun. 30 nov." });
  });

  test("counts elapsed hours and shows the clock of Paris across a clock change", () => {
    const evening = new Date("2027-03-27T19:00:00Z"); // 20:00, the night the clocks go forward
    const next = new Date("2027-03-28T18:30:00Z"); // 20:30 the day after, 23 h 30 later
    expect(nextSlotLabel(next, evening)).toEqual({
      label: "Aujourd'hui 20:30",
      date: "dim. 28 mars",
    });
  });

  test("is « À programmer » without a slot", () => {
    expect(nextSlotLabel(null, now)).toEqual({ label: "À programmer", date: null });
  });
});

test("stock is low at three places or fewer", () => {
  expect([4, 3, 2, 1, 0].map(lowStockLabel)).toEqual([
    null,
    "Plus que 3 places",
    "Plus que 2 places",
    "Plus qu'une place",
    "Complet",
  ]);
});

test("places, sizes and ratings", () => {
  expect(placeLabel({ isOnline: true, city: "Lyon" })).toBe("En ligne");
  expect(placeLabel({ isOnline: false, city: "Lyon" })).toBe("Lyon");
  expect(placeLabel({ isOnline: false, city: null })).toBe("Ville non définie");
  expect(capacityLabel(1)).toBe("Individuelle");
  expect(capacityLabel(8)).toBe("Groupe de 8 personnes");
  expect(ratingLabel(4.75)).toBe("4,8");
  expect(ratingLabel(5)).toBe("5,0");
});

test("an address reads as on an envelope, whatever is missing", () => {
  const place = { address: "3 rue Mercière", postalCode: "69002", city: "Lyon" };
  expect(addressLabel(place)).toBe("3 rue Mercière, 69002 Lyon");
  expect(addressLabel({ ...place, postalCode: null })).toBe("3 rue Mercière, Lyon");
  expect(addressLabel({ ...place, address: null })).toBe("69002 Lyon");
  expect(addressLabel({ address: null, postalCode: null, city: null })).toBe("");
});

test.each([
  ["2026-11-20T18:30:00+01:00", "Aujourd'hui"],
  ["2026-11-20T23:59:00+01:00", "Aujourd'hui"],
  ["2026-11-21T00:00:00+01:00", "Demain"],
  ["2026-11-21T23:59:00+01:00", "Demain"],
  ["2026-11-22T00:00:00+01:00", "Dimanche"],
])("the day of a slot by the calendar in Paris, of %s: %s", (start, label) => {
  expect(dayLabel(new Date(start), new Date("2026-11-20T14:00:00+01:00"))).toBe(label);
});

test.each([
  ["2026-11-20T18:30:00+01:00", "Aujourd'hui à 18:30"],
  ["2026-11-26T13:00:00+01:00", "Jeudi à 13:00"],
  ["2026-11-26T14:00:00+01:00", "Jeudi 26 novembre à 14:00"],
  ["2027-01-03T12:40:00+01:00", "Dimanche 3 janvier à 12:40"],
])("a slot in a message, of %s: %s", (start, label) => {
  expect(whenLabel(new Date(start), new Date("2026-11-20T14:00:00+01:00"))).toBe(label);
});

test("the day after a change of the clock is tomorrow all day long", () => {
  const now = new Date("2026-10-25T00:30:00+02:00");
  expect(dayLabel(new Date("2026-10-25T23:30:00+01:00"), now)).toBe("Aujourd'hui");
  expect(dayLabel(new Date("2026-10-26T00:15:00+01:00"), now)).toBe("Demain");
});

test("an activity is refused in words of its own, and nothing else is said otherwise", () => {
  const reasons = Object.keys(UNBOOKABLE_LABELS) as (keyof typeof UNBOOKABLE_LABELS)[];
  const otherwise = reasons.filter(
    (reason) => unbookableLabel("activity", reason) !== unbookableLabel("session", reason),
  );
  expect(otherwise).toEqual(["inactive", "own"]);
  for (const reason of reasons) {
    expect(unbookableLabel("activity", reason)).not.toMatch(/session|séance/);
  }
});
