import { describe, expect, test } from "vitest";
import { cents } from "#core/money.ts";
import { viewUndated } from "#core/prices/rules.ts";
import { eventsOf } from "./structured-data.server.ts";

const URL = "https://exemple.fr/session/1";
const START = new Date("2026-11-20T17:30:00Z");

/** Its first event, read by its owner: with the street. The slot's id says since when it is sold. */
function eventOf({ isAddressPublic = true, start = START, id = "1" }) {
  const offering = {
    ...{ title: "Yoga du soir", description: "Une heure.", isOnline: false, isAddressPublic },
    ...{ address: "3 rue Royale", postalCode: "69001", city: "Lyon" },
    professional: { businessName: "Studio Morel" },
    slots: [
      {
        ...{ id, start, end: new Date(start.getTime() + 3_600_000), availableSpots: 1 },
        ...{ isResale: false, heldUntil: null, closed: null, steps: [] },
        price: viewUndated({ priceCents: cents(2_000), discountedPriceCents: null }),
      },
    ],
  };
  const [event] = eventsOf(offering, { url: URL, picture: `${URL}.png`, practitionerUrl: URL });
  return JSON.parse(JSON.stringify(event));
}

test("search engines read the street of a public address alone (rule: public-address)", () => {
  const city = { "@type": "PostalAddress", addressLocality: "Lyon", addressCountry: "FR" };
  expect(eventOf({ isAddressPublic: false }).location.address).toEqual(city);
  expect(eventOf({ isAddressPublic: true }).location.address).toEqual({
    ...city,
    ...{ streetAddress: "3 rue Royale", postalCode: "69001" },
  });
});

describe("every instant has the offset of Paris", () => {
  /** The id of a slot that was made then (UUID version 7: its first 48 bits are the milliseconds). */
  function idOf(made: string) {
    const hex = Date.parse(made).toString(16).padStart(12, "0");
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  }

  test.each([
    ["2026-11-19T09:15:00.000Z", "2026-11-19T10:15+01:00"],
    ["2026-11-19T09:15:29.999Z", "2026-11-19T10:15+01:00"],
    ["2026-11-19T09:15:30.000Z", "2026-11-19T10:15+01:00"],
    ["2026-11-19T09:15:59.999Z", "2026-11-19T10:15+01:00"],
    ["2026-07-19T22:59:59.999Z", "2026-07-20T00:59+02:00"],
  ])("made at %s", (made, validFrom) => {
    expect(eventOf({ id: idOf(made) }).offers.validFrom).toBe(validFrom);
  });

  test.each([
    ["2026-10-25T00:30:00Z", "2026-10-25T02:30+02:00"],
    ["2026-10-25T01:30:00Z", "2026-10-25T02:30+01:00"],
    ["2026-03-29T00:59:00Z", "2026-03-29T01:59+01:00"],
    ["2026-03-29T01:00:00Z", "2026-03-29T03:00+02:00"],
  ])("starting at %s, on a day when the clocks change", (start, startDate) => {
    expect(eventOf({ start: new Date(start) }).startDate).toBe(startDate);
  });
});
