import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { listActivities } from "../catalogue/views/show-offering.server.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { slugOf } from "../landings/rules.ts";
import { showLanding } from "../landings/show-landing.server.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { listOfferings } from "../search/offering-list/list-offerings.server.ts";
import { showHome } from "../search/show-home.server.ts";
import { boosts, professionalSubscriptions, slots } from "../tables.server.ts";
import { chooseBoost, showBoost, withdrawBoost } from "./choose-boost.server.ts";
import { boostDays, boostHours, inTurn, placeBoosted } from "./rules.ts";

const TODAY = "2026-11-20";
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** A professional with a session that starts in so many hours; on Premium unless told. */
async function makeOwner(
  db: Database,
  {
    hours = 100,
    planType = "premium",
    ...fields
  }: { hours?: number; planType?: string } & Parameters<typeof makeSession>[1] = {},
) {
  const professional = await makeProfessional(db);
  await makePlan(db, { userId: professional.userId, planType });
  const session = await makeSession(db, { professional, ...fields });
  await makeSlot(db, { session, start: inHours(hours) });
  const actor = await actorOf(db, professional.userId);
  const at = (now: Date) => makeContext(db, { actor, now });
  return { ...professional, ctx: at(NOW), at, sessionId: session.id };
}

/** Other sessions, the first in an hour. */
async function makeOthers(db: Database, count: number): Promise<string[]> {
  const professional = await makeProfessional(db);
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const session = await makeSession(db, { professional });
    await makeSlot(db, { session, start: inHours(1 + index), isParallel: true });
    ids.push(session.id);
  }
  return ids;
}

const search = async (db: Database, query: Record<string, unknown> = {}, now = NOW) => {
  const { sessions, boosted, count } = await searchSessions(makeContext(db, { now }), query);
  return { ids: sessions.map(({ id }) => id), boosted, count };
};

describe("choosing (rule: boost)", () => {
  dataTest("gives a session 24 hours of a day, once a month", async ({ db }) => {
    const { ctx, sessionId, at } = await makeOwner(db);
    const chosen = await chooseBoost(ctx, { sessionId, day: "2026-11-21" });
    expect(chosen).toMatchObject({ sessionId, state: "coming" });
    expect(chosen.from).toEqual(new Date("2026-11-20T23:00:00Z"));
    expect(chosen.until.getTime() - chosen.from.getTime()).toBe(DAY);
    // Until it begins it is changed by choosing again.
    const changed = await chooseBoost(ctx, { sessionId, day: TODAY });
    expect(changed).toMatchObject({ id: chosen.id, from: NOW, state: "now" });
    await expect(
      chooseBoost(at(inHours(1)), { sessionId, day: "2026-11-25" }),
    ).rejects.toMatchObject({
      code: "conflict",
      fields: { day: ["Votre boost de ce mois-ci est déjà utilisé."] },
    });
    // The next month has its own.
    expect((await showBoost(at(inHours(1)))).days[0]).toBe("2026-12-01");
    await chooseBoost(at(inHours(1)), { sessionId, day: "2026-12-01" });
    expect(await db.$count(boosts)).toBe(2);
  });

  dataTest("leaves one however many ask at once", async ({ db }) => {
    const { ctx, sessionId } = await makeOwner(db);
    const asked = await Promise.allSettled(
      Array.from({ length: 8 }, () => chooseBoost(ctx, { sessionId, day: TODAY })),
    );
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.$count(boosts)).toBe(1);
  });

  dataTest(
    "is for one's own sessions on line, coming days, and plans that have it",
    async ({ db }) => {
      const { ctx, sessionId } = await makeOwner(db);
      const other = await makeOwner(db);
      const free = await makeOwner(db, { planType: "free" });
      const paused = await makeSession(db, {
        professional: { id: String(ctx.actor?.professionalId) },
        isActive: false,
      });
      for (const [input, field] of [
        [{ sessionId: other.sessionId, day: TODAY }, "sessionId"],
        [{ sessionId: paused.id, day: TODAY }, "sessionId"],
        [{ sessionId, day: "2026-11-19" }, "day"],
        [{ sessionId, day: "2026-12-21" }, "day"],
        [{ sessionId, day: "2026-02-30" }, "day"],
        [{ sessionId: "x", day: TODAY }, "sessionId"],
      ] as const) {
        await expect(chooseBoost(ctx, input), JSON.stringify(input)).rejects.toMatchObject({
          code: "invalid_input",
          fields: { [field]: expect.any(Array) },
        });
      }
      await expect(
        chooseBoost(free.ctx, { sessionId: free.sessionId, day: TODAY }),
      ).rejects.toMatchObject({
        code: "forbidden",
      });
      expect(await showBoost(free.ctx)).toMatchObject({ isOpen: false, boosts: [] });
    },
  );

  dataTest("is taken back before it begins, by its owner alone", async ({ db }) => {
    const { ctx, sessionId, at } = await makeOwner(db);
    const other = await makeOwner(db);
    const { id: boostId } = await chooseBoost(ctx, { sessionId, day: "2026-11-21" });
    await expect(withdrawBoost(other.ctx, { boostId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(withdrawBoost(at(inHours(24)), { boostId })).rejects.toMatchObject({
      code: "not_found",
    });
    await withdrawBoost(ctx, { boostId });
    expect((await showBoost(ctx)).days[0]).toBe(TODAY);
  });
});

describe("in lists (rule: boost)", () => {
  dataTest("a boosted session stands first, once, for its 24 hours", async ({ db }) => {
    const { sessionId, ctx } = await makeOwner(db);
    const others = await makeOthers(db, 5);
    expect((await search(db)).ids).toEqual([...others, sessionId]);
    await chooseBoost(ctx, { sessionId, day: TODAY });
    expect(await search(db)).toEqual({
      ids: [sessionId, ...others],
      boosted: [sessionId],
      count: 6,
    });
    expect((await search(db, {}, inHours(24))).boosted).toEqual([]);
  });

  dataTest("only in the default order, in lists of six or more that it fits", async ({ db }) => {
    const { sessionId, ctx } = await makeOwner(db, { title: "Hatha doux", city: "Nantes" });
    await makeOthers(db, 5);
    await chooseBoost(ctx, { sessionId, day: TODAY });
    expect((await search(db)).boosted).toEqual([sessionId]);
    for (const query of [
      ...["date", "price_asc", "price_desc", "rating"].map((sort) => ({ sort })),
      { location: "Lyon" },
      { q: "Hatha" },
      { professional: String(ctx.actor?.professionalId) },
      { price: "60+" },
    ]) {
      expect((await search(db, query)).boosted, JSON.stringify(query)).toEqual([]);
    }
    await makeOthers(db, 6);
    expect((await search(db, { location: "Lyon" })).boosted).toEqual([]);
  });

  dataTest(
    "the second stands at the seventh place, and no other session leaves the list",
    async ({ db }) => {
      const owners = [await makeOwner(db), await makeOwner(db), await makeOwner(db)];
      const others = await makeOthers(db, 12);
      for (const { ctx, sessionId } of owners) await chooseBoost(ctx, { sessionId, day: TODAY });
      const { ids, boosted } = await search(db);
      expect(boosted).toHaveLength(2);
      expect([ids[0], ids[6]]).toEqual(boosted);
      expect(ids.filter((id) => !boosted.includes(id))).toEqual(others.slice(0, 9));
      expect((await search(db, { page: 2 })).ids.slice(0, 3)).toEqual(others.slice(9));
      // Each has both places as often as the others.
      const turns = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(
          async (minute) =>
            (await search(db, {}, new Date(NOW.getTime() + minute * MINUTE))).boosted,
        ),
      );
      for (const place of [0, 1]) {
        const seen = turns.map((turn) => turn[place]);
        for (const { sessionId } of owners)
          expect(seen.filter((id) => id === sessionId)).toHaveLength(2);
      }
    },
  );

  dataTest("a plan that is over, or a session that is full, boosts nothing", async ({ db }) => {
    const { sessionId, ctx } = await makeOwner(db);
    await makeOthers(db, 6);
    await chooseBoost(ctx, { sessionId, day: TODAY });
    expect((await search(db)).boosted).toEqual([sessionId]);
    contradict(db, "I9");
    await db.update(professionalSubscriptions).set({ status: "canceled" });
    expect((await search(db)).boosted).toEqual([]);
  });
});

dataTest(
  "the page of an activity and of a city has it at its head, as the list has",
  async ({ db }) => {
    const { sessionId, ctx } = await makeOwner(db, { city: "Lyon" });
    await makeOthers(db, 6);
    const { rows } = await db.execute<{ name: string }>(sql`
    select t.name from activity_types t join offerings o on o.activity_type_id = t.id
    where o.id = ${sessionId}`);
    const activity = slugOf(String(rows[0]?.name));
    const show = async (now = NOW, city?: string) => {
      const landing = await showLanding(makeContext(db, { now }), { activity, city });
      return {
        first: landing.sessions[0]?.id,
        boosted: landing.boosted,
        next: landing.figures.nextAt,
      };
    };
    expect(await show()).toMatchObject({ boosted: [] });
    await chooseBoost(ctx, { sessionId, day: TODAY });
    const shown = { first: sessionId, boosted: [sessionId] };
    // The soonest hour that the page tells of stays the soonest.
    expect(await show()).toEqual({ ...shown, next: inHours(1) });
    expect(await show(NOW, "lyon")).toMatchObject(shown);
    expect(await show(inHours(24))).toMatchObject({ boosted: [] });
  },
);

dataTest("a program is given boosted sessions first, and each once", async ({ db }) => {
  const { ctx, sessionId } = await makeOwner(db, { hours: 200 });
  for (let hours = 2; hours < 10; hours += 1) await makeOwner(db, { hours });
  await chooseBoost(ctx, { sessionId, day: TODAY });
  const list = async (query: Record<string, unknown>) => {
    const { offerings: sessions, nextCursor } = await listOfferings(
      makeContext(db),
      "session",
      query,
    );
    return { ids: sessions.map(({ id }) => id), nextCursor };
  };
  const plain = await list({ sort: "date" });
  expect(plain.ids.at(-1)).toBe(sessionId);
  expect((await list({})).ids).toEqual([sessionId, ...plain.ids.slice(0, -1)]);
  const first = await list({ limit: "6" });
  expect(first.ids).toEqual([sessionId, ...plain.ids.slice(0, 5)]);
  const second = await list({ limit: "6", cursor: first.nextCursor });
  expect(second).toEqual({ ids: plain.ids.slice(5, 8), nextCursor: null });
  // In a page of fewer than six there is none.
  expect((await list({ limit: "5" })).ids).toEqual(plain.ids.slice(0, 5));
});

describe("in the list of activities (rule: boost)", () => {
  /** Activities of one professional, the newest last; the first can be booked and is boosted. */
  async function makeActivities(db: Database, count: number) {
    const professional = await makeProfessional(db);
    await makePlan(db, { userId: professional.userId, planType: "premium" });
    const ids = [];
    for (let index = 0; index < count; index += 1) {
      const createdAt = inHours(index - 100);
      const activity = await makeActivity(db, { professional, createdAt });
      await makeActivitySlot(db, { activity, start: inHours(50 + 3 * index) });
      ids.push(activity.id);
    }
    const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
    return { ids, ctx, oldest: String(ids[0]) };
  }
  const list = async (db: Database, query: Record<string, unknown>, now = NOW) => {
    const { activities, boosted, nextCursor } = await listActivities(
      makeContext(db, { now }),
      query,
    );
    return { ids: activities.map(({ id }) => id), boosted, nextCursor };
  };

  dataTest("it stands first, and no page has it again, nor misses another", async ({ db }) => {
    const { ids, ctx, oldest } = await makeActivities(db, 9);
    await chooseBoost(ctx, { sessionId: oldest, day: TODAY });
    const first = await list(db, { limit: "6" });
    expect(first.boosted).toEqual([oldest]);
    expect(first.ids[0]).toBe(oldest);
    expect(first.ids).toHaveLength(6);
    // It has ended meanwhile.
    const second = await list(db, { limit: "6", cursor: first.nextCursor }, inHours(25));
    expect(second).toMatchObject({ boosted: [], nextCursor: null });
    expect([...first.ids.slice(1), ...second.ids]).toEqual([...ids].reverse().slice(0, 8));
    const later = await list(db, { limit: "6" }, inHours(24));
    expect(later.boosted).toEqual([]);
    expect(later.ids[0]).toBe(ids.at(-1));
  });

  dataTest(
    "never in a list of fewer than six, nor when nothing of it can be booked",
    async ({ db }) => {
      const { ctx, oldest } = await makeActivities(db, 5);
      await chooseBoost(ctx, { sessionId: oldest, day: TODAY });
      expect((await list(db, {})).boosted).toEqual([]);
      await makeActivities(db, 3);
      expect((await list(db, {})).boosted).toEqual([oldest]);
      expect((await list(db, { limit: "5" })).boosted).toEqual([]);
      await db.transaction(async (tx) => {
        await tx.update(slots).set({ availableSpots: 0 }).where(eq(slots.offeringId, oldest));
        await refreshListings(tx, [oldest], NOW);
      });
      expect((await list(db, {})).boosted).toEqual([]);
    },
  );
});

dataTest("among equals, home shows first whose plan highlights them", async ({ db }) => {
  const make = async (rating: number, planType?: string) => {
    const professional = await makeProfessional(db, { rating });
    if (planType) await makePlan(db, { userId: professional.userId, planType });
    await makeSlot(db, { session: await makeSession(db, { professional }) });
    return professional.id;
  };
  const show = async () => (await showHome(makeContext(db)).popular()).map(({ id }) => id);
  const free = await make(4.8, "free");
  const none = await make(4.8);
  const premium = await make(4.8, "premium");
  expect(await show()).toEqual([premium, free]);
  const better = await make(4.9);
  expect(await show()).toEqual([better, premium]);
  expect(none).toBeTruthy();
});

describe("the rules", () => {
  test("a day lasts 24 hours, on both days of a clock change too", () => {
    for (const [day, from] of [
      ["2027-03-28", "2027-03-27T23:00:00Z"],
      ["2026-10-25", "2026-10-24T22:00:00Z"],
    ] as const) {
      const hours = boostHours(day, new Date("2026-01-01T12:00:00Z"));
      expect(hours.from).toEqual(new Date(from));
      expect(hours.until.getTime() - hours.from.getTime()).toBe(DAY);
    }
    expect(boostDays(NOW)).toHaveLength(31);
  });

  test("turns are even, and placing loses and doubles nobody", () => {
    const ids = fc.uniqueArray(fc.nat(50), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ids, fc.nat(1_000), (all, from) => {
        const firsts = all.map((_, turn) => inTurn(all, from + turn)[0]);
        expect([...firsts].sort()).toEqual([...all].sort());
      }),
    );
    const cards = fc.uniqueArray(fc.nat(30).map(String), { minLength: 6, maxLength: 9 });
    fc.assert(
      fc.property(
        cards,
        fc.uniqueArray(fc.nat(30).map(String), { maxLength: 2 }),
        (page, heads) => {
          const of = (list: string[]) => list.map((id) => ({ id }));
          const placed = placeBoosted(of(page), of(heads)).map(({ id }) => id);
          expect([...placed].sort()).toEqual([...new Set([...page, ...heads])].sort());
          if (heads[0] !== undefined) expect(placed[0]).toBe(heads[0]);
        },
      ),
    );
  });
});
