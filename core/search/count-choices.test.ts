import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { searchSessions } from "#test/make/search.ts";
import { countChoices } from "./count-choices.server.ts";
import { searchQuery } from "./schema.ts";

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await makeDatabase());
  const places = [
    { city: "Lyon", postalCode: "69003" },
    { city: "Villeurbanne", postalCode: "69100" },
    { city: "Vienne", postalCode: "38200" },
  ];
  for (const [index, hours] of [2, 7, 8, 26, 30, 33, 50, 100, 200].entries()) {
    const isOnline = index % 4 === 3;
    const capacity = index % 3 === 0 ? 1 : 6;
    const place = places[index % places.length];
    const session = await makeSession(db, {
      ...{ title: "Yoga", isOnline, capacity },
      ...(isOnline ? { city: null, postalCode: null } : place),
    });
    await makeSlot(db, {
      ...{ session, minutes: 30 + 15 * index, availableSpots: Math.min(capacity, index + 1) },
      start: new Date(NOW.getTime() + hours * HOUR),
    });
  }
});
afterAll(() => close());

test.for([
  {},
  { q: "yoga" },
  { q: "yoga demain", seats: "2" },
  { place: "Lyon", radius: "50" },
  { place: "Lyon", date: "weekend", mode: "onsite" },
  { q: "introuvable" },
  { place: "Atlantis" },
])("each choice has the number of sessions that it finds: %j", async (asked) => {
  const ctx = makeContext(db);
  const { query, groups, total } = await countChoices(ctx, searchQuery.parse(asked));
  expect(total.count).toBe((await searchSessions(ctx, asked)).count);
  const isAround = "place" in asked;
  expect(groups.radius).toHaveLength(isAround ? 5 : 0);
  for (const { choice, isOn, found } of Object.values(groups).flat()) {
    if (isOn) expect({ ...query, ...choice }).toEqual(query);
    else {
      const { count } = await searchSessions(ctx, { ...query, ...choice });
      expect(found).toEqual({ count, hasMore: false });
    }
  }
  const on = Object.values(groups).flatMap((group) => group.filter(({ isOn }) => isOn));
  const chosen = [query.date, query.radius, query.seats, query.mode].filter(Boolean);
  expect(on).toHaveLength(chosen.length);
});
