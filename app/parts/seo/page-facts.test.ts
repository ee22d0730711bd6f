import { expect, test } from "vitest";
import { cents } from "#core/money.ts";
import { titleSlot } from "./page-facts.server.ts";

const NOW = new Date("2026-11-20T09:00:00Z");
const slot = (id: string, start: string, euros: number, availableSpots = 1) => ({
  ...{ id, start: new Date(start), availableSpots },
  price: { nowCents: cents(euros * 100), struckCents: null, next: null, isLastMinutePrice: false },
});
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test("an address that is shared says which slot it is, at which price", () => {
  const slots = [
    slot("full", "2026-11-20T10:00:00Z", 20, 0),
    slot("tonight", "2026-11-20T17:30:00Z", 18),
    slot("tomorrow", "2026-11-21T09:00:00Z", 0),
  ];
  const offering = { title: "Yoga du soir", slots };
  const title = (id: string | null) => plain(titleSlot(offering, id, NOW));
  expect(title(null)).toBe("Yoga du soir, ce soir à 18:30, 18,00 €");
  expect(title("unknown")).toBe(title(null));
  expect(title("tomorrow")).toBe("Yoga du soir, demain à 10:00, Gratuit");
  expect(titleSlot({ ...offering, slots: [] }, null, NOW)).toBe("Yoga du soir");
});
