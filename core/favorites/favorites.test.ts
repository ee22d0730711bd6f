import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { HOUR } from "../durations.ts";
import { favorites, offerings, profiles } from "../tables.server.ts";
import { favoriteCountLabel, spotsLabel } from "./labels.ts";
import {
  addFavorite,
  clearFavorites,
  listFavorites,
  markFavorites,
  removeFavorite,
  showFavorites,
} from "./manage-favorites.server.ts";

async function asClient(db: Database, now: () => Date = () => NOW) {
  const { id } = await makeUser(db);
  return { id, ctx: makeContext(db, { actor: await actorOf(db, id), now }) };
}

const idsOf = (found: { favorites: { sessionId: string }[] }) =>
  found.favorites.map(({ sessionId }) => sessionId);

describe("adding and removing", () => {
  dataTest("one row a pair, however often and however many at once", async ({ db }) => {
    const { id, ctx } = await asClient(db);
    const session = await makeSession(db);
    const asked = { sessionId: session.id };
    const first = await addFavorite(ctx, asked);
    expect(first).toEqual({ clientId: id, sessionId: session.id, createdAt: NOW });
    const later = makeContext(db, { actor: ctx.actor, now: new Date(NOW.getTime() + HOUR) });
    expect(await addFavorite(later, asked)).toEqual(first);

    await removeFavorite(ctx, asked);
    await Promise.all(Array.from({ length: 8 }, () => addFavorite(ctx, asked)));
    expect(await db.select().from(favorites)).toEqual([first]);

    await Promise.all([removeFavorite(ctx, asked), removeFavorite(ctx, asked)]);
    expect(await db.select().from(favorites)).toEqual([]);
  });

  dataTest("touches nobody else's", async ({ db }) => {
    const [mine, theirs] = [await asClient(db), await asClient(db)];
    const session = await makeSession(db);
    const asked = { sessionId: session.id };
    await addFavorite(theirs.ctx, asked);
    await removeFavorite(mine.ctx, asked);
    await clearFavorites(mine.ctx);
    expect(idsOf(await listFavorites(mine.ctx))).toEqual([]);
    expect(await markFavorites(mine.ctx, [session.id])).toEqual([]);
    expect(idsOf(await listFavorites(theirs.ctx))).toEqual([session.id]);
    // Nobody writes in another's name, whatever the body says (rule: own-fields).
    await addFavorite(mine.ctx, { ...asked, clientId: theirs.id, client_id: theirs.id });
    await clearFavorites(mine.ctx);
    expect(idsOf(await listFavorites(theirs.ctx))).toEqual([session.id]);
  });

  dataTest("knows only sessions that can be looked at", async ({ db }) => {
    const { ctx } = await asClient(db);
    const deleted = await makeSession(db, { isActive: false, deletedAt: NOW });
    const left = await makeProfessional(db);
    const orphan = await makeSession(db, { professional: left });
    await db.update(profiles).set({ accountStatus: "deleted" }).where(eq(profiles.id, left.userId));
    for (const sessionId of [newId(), deleted.id, orphan.id]) {
      await expect(addFavorite(ctx, { sessionId })).rejects.toMatchObject({ code: "not_found" });
    }
    for (const sessionId of ["x", "", null, undefined, 3, ["a"], "\0"]) {
      const invalid = { code: "invalid_input" };
      await expect(addFavorite(ctx, { sessionId })).rejects.toMatchObject(invalid);
      await expect(removeFavorite(ctx, { sessionId })).rejects.toMatchObject(invalid);
    }
    const hidden = await makeSession(db, { isActive: false });
    await addFavorite(ctx, { sessionId: hidden.id });
    expect((await listFavorites(ctx)).favorites).toMatchObject([
      { sessionId: hidden.id, session: { unbookable: "inactive" } },
    ]);
  });

  dataTest("needs somebody, whose password is their own", async ({ db }) => {
    const visitor = makeContext(db);
    const { ctx } = await asClient(db);
    const temporary = makeContext(db, {
      actor: ctx.actor && { ...ctx.actor, mustChangePassword: true },
    });
    const asked = { sessionId: newId() };
    for (const [who, code] of [
      [visitor, "unauthenticated"],
      [temporary, "password_change_required"],
    ] as const) {
      await expect(addFavorite(who, asked)).rejects.toMatchObject({ code });
      await expect(removeFavorite(who, asked)).rejects.toMatchObject({ code });
      await expect(clearFavorites(who)).rejects.toMatchObject({ code });
      await expect(listFavorites(who)).rejects.toMatchObject({ code });
      await expect(showFavorites(who, {})).rejects.toMatchObject({ code });
    }
    expect(await markFavorites(visitor, [newId()])).toBeNull();
  });
});

describe("the list", () => {
  dataTest("is the latest first, page by page, also when made at once", async ({ db }) => {
    let now = NOW;
    const { id, ctx } = await asClient(db, () => now);
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push((await makeSession(db)).id);
    // Five in the same microsecond, which no JavaScript date can tell.
    await db.insert(favorites).values(made.map((sessionId) => ({ clientId: id, sessionId })));
    now = new Date(Date.now() + HOUR);
    const latest = (await makeSession(db)).id;
    await addFavorite(ctx, { sessionId: latest });

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listFavorites(ctx, { limit: 2, cursor });
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([latest, ...made.sort().reverse()]);
    await expect(listFavorites(ctx, { cursor: "x" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  dataTest("loses what its owner deletes", async ({ db }) => {
    const { ctx } = await asClient(db);
    const [kept, hidden, gone] = [
      await makeSession(db),
      await makeSession(db),
      await makeSession(db),
    ];
    for (const { id } of [kept, hidden, gone]) await addFavorite(ctx, { sessionId: id });
    await db
      .update(offerings)
      .set({ isActive: false, deletedAt: NOW })
      .where(eq(offerings.id, hidden.id));
    await db.delete(offerings).where(eq(offerings.id, gone.id));
    expect(idsOf(await listFavorites(ctx))).toEqual([kept.id]);
    expect(await showFavorites(ctx, {})).toMatchObject({ count: 1, categories: ["Yoga"] });
  });

  dataTest(
    "is narrowed by category, place and what is free now (rule: working-controls)",
    async ({ db }) => {
      const { ctx } = await asClient(db);
      const yoga = await makeSession(db, { category: "Yoga" });
      const online = await makeSession(db, { category: "Méditation", isOnline: true });
      const full = await makeSession(db, { category: "Yoga" });
      await makeSlot(db, { session: yoga });
      await makeSlot(db, { session: full, availableSpots: 0 });
      for (const { id } of [yoga, online, full]) await addFavorite(ctx, { sessionId: id });

      const found = async (query: Record<string, string>) => {
        const view = await showFavorites(ctx, query);
        expect(view).toMatchObject({ count: 3, categories: ["Méditation", "Yoga"] });
        expect(view.shown).toBe(view.favorites.length);
        return idsOf(view).sort();
      };
      expect(await found({ category: "Yoga" })).toEqual([yoga.id, full.id].sort());
      expect(await found({ place: "online" })).toEqual([online.id]);
      expect(await found({ place: "in-person", available: "1" })).toEqual([yoga.id]);
      expect(await found({ category: "Reiki" })).toEqual([]);
      expect(await found({ place: "nowhere", available: "perhaps" })).toHaveLength(3);
      await clearFavorites(ctx);
      expect(await showFavorites(ctx, {})).toEqual({
        favorites: [],
        nextCursor: null,
        count: 0,
        shown: 0,
        categories: [],
      });
    },
  );
});

describe("labels", () => {
  test.each([
    [0, "Aucune session en favori"],
    [1, "1 session en favori"],
    [7, "7 sessions en favoris"],
  ])("of %i favourites", (count, label) => {
    expect(favoriteCountLabel(count)).toBe(label);
    expect(favoriteCountLabel(count, count)).toBe(label);
  });

  test("of those that a filter shows", () => {
    expect(favoriteCountLabel(8, 2)).toBe("2 sessions sur 8 en favoris");
    expect(favoriteCountLabel(8, 1)).toBe("1 session sur 8 en favoris");
    expect(favoriteCountLabel(8, 0)).toBe("0 session sur 8 en favoris");
  });

  test.each([
    [{ capacity: 8, nextSlot: { availableSpots: 5 } }, "5 places restantes", false],
    [{ capacity: 8, nextSlot: { availableSpots: 2 } }, "Plus que 2 places", true],
    [{ capacity: 8, nextSlot: null }, "8 places", false],
    [{ capacity: 1, nextSlot: null }, "1 place", false],
  ])("of the seats of %j", (session, text, isLow) => {
    expect(spotsLabel(session)).toEqual({ text, isLow });
  });
});
