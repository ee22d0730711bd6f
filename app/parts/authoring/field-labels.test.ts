import { expect, test } from "vitest";
import { ACTIVITY_CATEGORIES } from "#core/catalogue/schema.ts";
import { categoryPicture } from "../catalogue/session-picture.ts";
import { WEEKDAYS } from "../schedule/days.tsx";
import { endTime, SUGGESTED_TAGS } from "./field-labels.ts";
import { draftOf } from "./offering-values.ts";

const BUSINESS = {
  ...{ id: "a", businessName: "Yoga", businessDescription: "Du yoga.", businessAddress: null },
  ...{ businessCity: null, businessPostalCode: null, businessPhone: null, siret: null },
  ...{ isVerified: false, rating: 0, totalReviews: 0 },
};

test("what a form suggests and begins with is what the specification says", () => {
  expect(ACTIVITY_CATEGORIES.join(", ")).toBe("Atelier, Workshop, Coworking, Autre");
  expect(SUGGESTED_TAGS.activity.join(", ")).toBe(
    "Créatif, Professionnel, Réseau, Formation, Innovation, Collaboration, Productivité, Communauté, Apprentissage, Échange",
  );
  expect(SUGGESTED_TAGS.session.join(", ")).toBe(
    "Débutant, Intermédiaire, Avancé, Relaxation, Énergie, Spiritualité, Santé, Bien-être, Stress, Sommeil",
  );
  expect(WEEKDAYS.map(([day]) => day).join(", ")).toBe(
    "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
  );
  // No hour is more likely than another, and nobody should publish a session at midnight by
  // mistake.
  const { texts } = draftOf("session", null, BUSINESS);
  expect(texts).toMatchObject({ duration: "60", sessionType: "individual", capacity: "2" });
  expect(texts).not.toHaveProperty("startTime");
  expect(draftOf("activity", null, BUSINESS).texts).toMatchObject({
    duration: "60",
    capacity: "1",
  });
});

test.each([
  "Yoga",
  "Méditation",
  "Massage",
  "Reiki",
  "Sophrologie",
  "Naturopathie",
  "Hypnose",
  "Art-thérapie",
  "Coaching",
])("%s has a default picture", (category) => {
  expect(categoryPicture(category)).toBe(
    category
      .normalize("NFD")
      .replace(/[^a-z-]/gi, "")
      .toLowerCase(),
  );
});

test.each([
  ["", "18:30", 75, "19:45"],
  ["", "23:30", 75, "00:45 (lendemain)"],
  ["2026-11-20", "23:00", 60, "00:00 (lendemain)"],
  ["", "10:00", 24 * 60, "10:00 (lendemain)"],
  ["", "", 60, null],
  ["", "18:30", Number.NaN, null],
  // The clocks go on from 2 to 3 that night, and back from 3 to 2 in autumn.
  ["2027-03-28", "01:30", 60, "03:30"],
  ["2026-10-25", "01:30", 120, "02:30"],
])("on « %s », what begins at %s and lasts %d minutes ends at %s", (date, start, minutes, end) => {
  expect(endTime(date, start, minutes)).toBe(end);
});
