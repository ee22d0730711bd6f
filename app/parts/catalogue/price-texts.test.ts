import { describe, expect, test } from "vitest";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { cutsOf, type Priced, viewPrice } from "#core/prices/rules.ts";
import { fallLabel, withPriceTexts } from "./price-texts.server.ts";

/** Friday 20 November 2026, 18:30 in Paris. */
const START = new Date("2026-11-20T17:30:00Z");
const earlier = (milliseconds: number) => new Date(START.getTime() - milliseconds);
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll("\u00a0", " ");
const BASE = cents(7_500);
const STEPS = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];

function textsAt(now: Date, changes: Partial<Priced & OfferedSlot> = {}) {
  const cuts = cutsOf(STEPS, { base: BASE, floor: cents(50), start: START });
  const asked = earlier(4 * 24 * HOUR);
  const priced = {
    ...{ fullCents: BASE, base: BASE, cuts, reference: null, past: [] },
    ...{ pricedAt: asked, bookableSince: asked, ...changes },
  };
  const slot: OfferedSlot = {
    ...{ id: "1", start: START, end: START, isResale: false, heldUntil: null, closed: null },
    availableSpots: changes.availableSpots ?? 2,
    price: viewPrice(priced, now),
    steps: priced.cuts.length > 0 ? [{ at: null, cents: BASE }, ...priced.cuts] : [],
    ...(changes.mark && { mark: changes.mark }),
    ...(changes.isWaitable && { isWaitable: true }),
    ...(changes.keptUntil && { keptUntil: changes.keptUntil }),
  };
  const texts = withPriceTexts({ slots: [slot] }, now).slots[0]?.texts;
  const html = texts?.stairs;
  const seats = texts?.seats.map(plain);
  return { row: plain(texts?.row ?? ""), stairs: plain(html ?? ""), html, seats };
}

describe("a slot's row", () => {
  test("says the next cut, the price that may be struck, and the one to pay", () => {
    expect(textsAt(earlier(4 * HOUR + 10 * MINUTE)).row).toContain("45 € dans 2 h 10|");
    expect(textsAt(earlier(4 * HOUR)).row).toMatch(/Prix initial : \|75,00 €\|\|56,25 €/);
    expect(textsAt(earlier(HOUR)).row).not.toContain("dans");
  });

  test("says « Tarif dernière minute » where nothing may be struck, without a percentage", () => {
    const { row } = textsAt(earlier(HOUR), { bookableSince: earlier(3 * HOUR) });
    expect(row).toBe("|Tarif dernière minute||45,00 €|");
    expect(row).not.toContain("%");
  });

  test("of a full slot leads to its line, without praise of its price (rule: waiting-list)", () => {
    const full = { availableSpots: 0, isWaitable: true };
    expect(textsAt(earlier(4 * HOUR), full).row).toBe("|Liste d'attente||56,25 €|");
  });

  test("says until when its seats are kept for who waited for them", () => {
    const { row } = textsAt(earlier(8 * 24 * HOUR), { cuts: [], keptUntil: START });
    expect(row).toMatch(/^\|Pour vous jusqu'à \d\d:\d\d\|\|75,00 €\|$/);
  });

  test("of a price that does not fall is the price alone", () => {
    expect(textsAt(earlier(HOUR), { cuts: [] })).toMatchObject({ row: "|75,00 €|", stairs: "" });
  });
});

test("the next cut is told in hours, then by its day", () => {
  const at = (ahead: number) =>
    fallLabel({ at: START, cents: cents(5_625) }, earlier(ahead)).replaceAll("\u00a0", " ");
  expect(at(1)).toBe("56,25 € dans 1 min");
  expect(at(59 * MINUTE + 1)).toBe("56,25 € dans 1 h");
  expect(at(2 * HOUR + 5 * MINUTE)).toBe("56,25 € dans 2 h 05");
  expect(at(23 * HOUR)).toBe("56,25 € demain");
  expect(at(3 * 24 * HOUR)).toBe("56,25 € vendredi");
  expect(at(20 * 24 * HOUR)).toBe("56,25 € le 20 nov.");
});

describe("on the nights when the clocks change", () => {
  const said = (at: string, now: string) =>
    fallLabel({ at: new Date(at), cents: cents(4_500) }, new Date(now)).replaceAll("\u00a0", " ");

  test("tomorrow is the next day of the calendar", () => {
    // Sunday at 00:30, of 25 hours: 24 hours later it is still Sunday.
    expect(said("2026-10-26T09:00Z", "2026-10-24T22:30Z")).toBe("45 € demain");
    // Saturday at 23:30, before a Sunday of 23 hours: 24 hours later it is Monday.
    expect(said("2027-03-29T08:00Z", "2027-03-27T22:30Z")).toBe("45 € lundi");
  });

  test("yesterday is the day before", () => {
    const cuts = ["2027-03-27T17:30Z", "2027-03-29T10:00Z"].map((at, place) => {
      return { at: new Date(at), cents: cents(6_000 - 1_000 * place) };
    });
    // Monday at 00:30.
    const { stairs } = textsAt(new Date("2027-03-28T22:30Z"), { cuts });
    expect(stairs).toContain("|maintenant, depuis |sam. 18:30|");
  });
});

describe("the staircase", () => {
  test("is a list of every step, the present one marked", () => {
    const { stairs, html } = textsAt(earlier(4 * HOUR));
    expect(html?.match(/<li/g)).toHaveLength(4);
    expect(html?.match(/aria-current="step"/g)).toHaveLength(1);
    expect(stairs).toMatch(/75 €.*au départ.*67,50 €.*hier 18:30.*56,25 €.*12:30.*45 €.*16:30/);
    expect(stairs).toContain("|maintenant, depuis |12:30|");
    expect(stairs).toContain("Le prix s'allège");
    expect(stairs).toContain("Votre prix est celui de l'instant où vous réservez.");
    expect(textsAt(earlier(30 * HOUR)).stairs).toContain("|maintenant, |au départ|");
    expect(textsAt(earlier(5 * 24 * HOUR)).stairs).toContain("|jeu. 18:30|");
    // No weekday alone once it could be read as one of this week (rule: date-labels).
    expect(textsAt(earlier(21 * 24 * HOUR)).stairs).toContain("|jeu. 19 nov. 18:30|");
  });

  test("is not shown to somebody who holds the seat at a price of their own", () => {
    const hold = { seats: 1, until: START, checkoutUrl: null, cancelPath: "/" };
    const mark = { label: "Votre place", hold };
    expect(textsAt(earlier(4 * HOUR), { mark }).stairs).toBe("");
  });
});

test("each number of seats that can be booked at once stands with the price of all", () => {
  const seatsOf = (more: object) => textsAt(earlier(30 * HOUR), more).seats;
  expect(seatsOf({ availableSpots: 3 })).toEqual([
    "1 place · 75,00 €",
    "2 places · 150,00 €",
    "3 places · 225,00 €",
  ]);
  expect(seatsOf({ availableSpots: 9 })).toHaveLength(6);
  expect(seatsOf({ availableSpots: 0 })).toEqual([]);
});
