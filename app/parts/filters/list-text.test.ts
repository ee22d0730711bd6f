import { expect, test } from "vitest";
import { cents } from "#core/money.ts";
import type { Card } from "../catalogue/session-card.tsx";
import { type ListedSessions, readList, writeList } from "./list-text.ts";

const card: Card = {
  ...{ id: "019a0000-0005-7000-8000-000000000291", title: "Yoga du soir", category: "Yoga" },
  ...{ city: "Lyon", isOnline: false, duration: 60, imageUrl: null },
  nextSlot: { id: "slot&seats=2", start: new Date("2026-11-27T07:30:00Z"), availableSpots: 2 },
  professional: { businessName: "Studio « Lune »", rating: 4.5 },
  price: { nowCents: cents(1_600), struckCents: cents(2_000), isLastMinutePrice: false },
};
const online: Card = {
  ...{ ...card, city: null, isOnline: true, imageUrl: "/images/a.webp", mention: "Mis en avant" },
  nextSlot: null,
};
const listed: ListedSessions = {
  query: {
    q: "yoga",
    words: "yoga",
    location: "",
    category: "",
    sort: "relevance",
    page: 2,
    near: undefined,
  },
  list: {
    words: {
      ...{
        title: "Yoga",
        time: "",
        found: "2 sessions",
        end: null,
        active: [],
        asTyped: null,
        ways: [],
      },
      elsewhere: [],
      advice: "",
    },
    keep: "/alertes/nouvelle?q=yoga",
    ...{ isNear: false, near: "<form></form>", cards: [card, online], page: 2, pageCount: 3 },
    hearts: [card.id],
    search: {
      ...{ words: true, location: false, professional: false, category: null, filter: null },
      ...{ price: null, sort: "relevance", count: 2 },
    },
  },
  categories: ["Yoga"],
  now: new Date("2026-11-27T07:00:00Z"),
};

test("a list is read as it was written", () => {
  expect(readList(writeList(listed))).toEqual(listed);
});

test("so is a search whose list could not be read", () => {
  const failed = { ...listed, list: null };
  expect(readList(writeList(failed))).toEqual(failed);
});

test("a card is written without the names of its fields, and with no field that none shows", () => {
  const more = { ...card, capacity: 8, priceCents: 2_000 };
  const text = writeList({ ...listed, list: listed.list && { ...listed.list, cards: [more] } });
  expect(text).not.toMatch(/businessName|capacity|priceCents/);
});
