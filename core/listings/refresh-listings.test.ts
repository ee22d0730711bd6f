import { asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { DAY, HOUR, MINUTE } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { cellOf } from "#core/places/rules.ts";
import {
  listedSlots,
  listings,
  offerings,
  professionalProfiles,
  profiles,
  slotPrices,
  slots,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import {
  refreshListings,
  refreshListingsOfProfessional,
  refreshSeats,
  sweepListings,
  sweepMarks,
} from "./refresh-listings.server.ts";
import { FLAGS } from "./rules.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const refresh = (db: Database, offeringId: string) =>
  db.transaction((tx) => refreshListings(tx, [offeringId], NOW));

/** The listed slots of every offering, the soonest first, without the instants that are no Date. */
const listed = (db: Database) =>
  db
    .select({
      slotId: listedSlots.slotId,
      cents: listedSlots.cents,
      seats: listedSlots.seats,
      startsAt: listedSlots.startsAt,
      closesAt: listedSlots.closesAt,
      rating: listedSlots.rating,
      flags: listedSlots.flags,
      cutDay: listedSlots.cutDay,
    })
    .from(listedSlots)
    .orderBy(asc(listedSlots.startsAt), asc(listedSlots.validFrom), asc(listedSlots.slotId));
const idsOf = async (db: Database) => (await listed(db)).map(({ slotId }) => slotId);

async function marksOf(db: Database, offeringId: string): Promise<string[] | null> {
  const [row] = await db.select().from(listings).where(eq(listings.offeringId, offeringId));
  return row ? row.marks.toSorted() : null;
}

describe("a listing", () => {
  dataTest("holds what search sorts and filters by, with every slot", async ({ db }) => {
    const professional = await makeProfessional(db, { rating: 4.7, businessName: "Lune" });
    const session = await makeSession(db, {
      professional,
      title: "Yoga doux",
      description: "Le dos, en douceur, et le yoga.",
      city: "L'Haÿ-les-Roses",
      postalCode: "94240",
      priceCents: 3_000,
      discountedPriceCents: 1_999,
    });
    const first = await makeSlot(db, { session, start: inHours(24) });
    const second = await makeSlot(db, { session, start: inHours(30), availableSpots: 2 });
    await refresh(db, session.id);
    const day = (slot: { startDatetime: Date }) =>
      `$${Math.floor(slot.startDatetime.getTime() / DAY)}`;
    const days = new Set([day(first), day(second)]);
    const words = ["dos", "douceur", "doux", "lun", "yog", "!doux", "!yog"];
    const places = ["@l hay les roses", "^9", "^94", "^942", "^9424", "^94240"];
    const ofSlots = ["~0-20", "~60", "~90", "~group"];
    const marks = [...words, ...places, "#yoga", ...days, ...ofSlots];
    expect(await marksOf(db, session.id)).toEqual(marks.sort());
    const row = { cents: 1_999, rating: 47, flags: FLAGS.group, cutDay: 0 };
    expect(await listed(db)).toEqual([
      {
        ...{ ...row, slotId: first.id, seats: 6, startsAt: first.startDatetime },
        closesAt: new Date(first.startDatetime.getTime() - 30 * MINUTE),
      },
      {
        ...{ ...row, slotId: second.id, seats: 2, startsAt: second.startDatetime },
        closesAt: new Date(second.startDatetime.getTime() - 30 * MINUTE),
      },
    ]);
  });

  dataTest("is made of an activity too", async ({ db }) => {
    const activity = await makeActivity(db, { category: "Atelier", capacity: 1, isOnline: true });
    const slot = await makeActivitySlot(db, { activity });
    await refresh(db, activity.id);
    expect(await marksOf(db, activity.id)).toEqual(expect.arrayContaining(["#atelier", "enlign"]));
    expect(await listed(db)).toMatchObject([
      { slotId: slot.id, flags: FLAGS.online + FLAGS.activity },
    ]);
  });

  dataTest("follows every change of its slots", async ({ db }) => {
    const session = await makeSession(db);
    const first = await makeSlot(db, { session, start: inHours(5) });
    const second = await makeSlot(db, { session, start: inHours(9) });
    await makeSlot(db, { session, start: inHours(0.5) });
    const change = async (fields: Partial<typeof slots.$inferInsert>) => {
      await db.update(slots).set(fields).where(eq(slots.id, first.id));
      await refresh(db, session.id);
      return idsOf(db);
    };
    expect(await change({ capacity: 9 })).toEqual([first.id, second.id]);
    expect(await change({ isActive: false })).toEqual([second.id]);
    expect(await change({ isActive: true })).toEqual([first.id, second.id]);
    expect(await change({ availableSpots: 0 })).toEqual([second.id]);
    expect(await change({ availableSpots: 1 })).toEqual([first.id, second.id]);
    expect(await change({ absenceId: newId() })).toEqual([second.id]);
    const later = { startDatetime: inHours(20), endDatetime: inHours(21) };
    expect(await change({ ...later, absenceId: null })).toEqual([second.id, first.id]);
    await db.delete(slots).where(eq(slots.id, second.id));
    expect(await idsOf(db)).toEqual([first.id]);
    await db.update(offerings).set({ isActive: false }).where(eq(offerings.id, session.id));
    expect(await change({ capacity: 10 })).toEqual([]);
    expect(await marksOf(db, session.id)).toBeNull();
  });

  dataTest("follows every change of its professional", async ({ db }) => {
    const professional = await makeProfessional(db, { businessName: "Avant" });
    const session = await makeSession(db, { professional });
    await makeSlot(db, { session });
    await makeSlot(db, { session: await makeSession(db, { professional }) });
    const count = async () => {
      await db.transaction((tx) => refreshListingsOfProfessional(tx, professional.id, NOW));
      return [await db.$count(listings), await db.$count(listedSlots)];
    };
    const owner = eq(profiles.id, professional.userId);
    expect(await count()).toEqual([2, 2]);
    await db.update(professionalProfiles).set({ chargesEnabled: false });
    expect(await count()).toEqual([0, 0]);
    await db.update(professionalProfiles).set({ chargesEnabled: true, businessName: "Après" });
    expect(await count()).toEqual([2, 2]);
    expect(await marksOf(db, session.id)).toContain("apre");
    await db.update(professionalProfiles).set({ noticeMinutes: 24 * 60 });
    expect(await count()).toEqual([2, 0]);
    await db.update(professionalProfiles).set({ noticeMinutes: 0 });
    for (const accountStatus of ["suspended", "deleted"] as const) {
      await db.update(profiles).set({ accountStatus }).where(owner);
      expect(await count()).toEqual([0, 0]);
    }
  });

  dataTest(
    "has a row for each price of a slot, so that none is written when one begins",
    async ({ db }) => {
      const session = await makeSession(db, { priceCents: 4_000 });
      const slot = await makeSlot(db, { session, start: inHours(30) });
      const cut = (hours: number, to: number) => ({
        ...{ slotId: slot.id, fromAt: inHours(30 - hours), cents: cents(to) },
      });
      await db.insert(slotPrices).values([cut(24, 3_600), cut(2, 2_400)]);
      await refresh(db, session.id);
      const day = Math.floor(slot.startDatetime.getTime() / DAY);
      expect(await listed(db)).toMatchObject([
        { cents: 4_000, cutDay: 0 },
        { cents: 3_600, cutDay: day },
        { cents: 2_400, cutDay: day },
      ]);
      const at = async (hours: number) => {
        const { rows } = await db.execute<{ cents: number }>(sql`
        select cents from listed_slots
        where valid_from <= ${inHours(hours)} and valid_until > ${inHours(hours)}`);
        return rows.map((row) => row.cents);
      };
      expect(await at(5.99)).toEqual([4_000]);
      expect(await at(6)).toEqual([3_600]);
      expect(await at(28)).toEqual([2_400]);
      await db.delete(slotPrices);
      await refresh(db, session.id);
      expect(await listed(db)).toMatchObject([{ cents: 4_000, cutDay: 0 }]);
    },
  );

  dataTest("lies in the cell of its town, and online in none", async ({ db }) => {
    const session = await makeSession(db, { city: "Lyon", postalCode: "69003" });
    await makeSlot(db, { session });
    const cells = async (change: Partial<typeof offerings.$inferInsert>) => {
      await db
        .update(offerings)
        .set({ title: "Yoga", ...change })
        .where(eq(offerings.id, session.id));
      await refresh(db, session.id);
      const { rows } = await db.execute<{ cell: number | null; of_slot: number | null }>(
        sql`select l.cell, slot.cell as of_slot from listings l join listed_slots slot on listing_no = no`,
      );
      expect(rows).toMatchObject([{ cell: rows[0]?.of_slot }]);
      return rows[0]?.cell ?? null;
    };
    const lyon3 = await cells({});
    expect(lyon3).toBe(cellOf({ latitude: 45.761, longitude: 4.852 }));
    expect(await cells({ postalCode: "69001" })).not.toBe(lyon3);
    expect(await cells({ city: "Atlantis", postalCode: null })).toBeNull();
    expect(await cells({ city: "LYON 3E", postalCode: "69003" })).toBe(lyon3);
    expect(await cells({ isOnline: true })).toBeNull();
  });

  dataTest("is not written again when nothing changed", async ({ db }) => {
    const slot = await makeSlot(db);
    await refresh(db, slot.offeringId);
    const versions = async () =>
      (
        await db.execute(
          sql`select xmin::text from listings union all select xmin::text from listed_slots order by 1`,
        )
      ).rows;
    const before = await versions();
    await refresh(db, slot.offeringId);
    expect(await versions()).toEqual(before);
  });
});

dataTest("seats are told up to six, and a full slot is not listed", async ({ db }) => {
  const slot = await makeSlot(db);
  await refresh(db, slot.offeringId);
  /** Leaves so many free, as a booking or a returned seat does. */
  const leave = (free: number, change: number) =>
    db.transaction(async (tx) => {
      await tx.update(slots).set({ availableSpots: free }).where(eq(slots.id, slot.id));
      await refreshSeats(tx, { slotId: slot.id, free, change }, NOW);
    });
  const seats = async () => (await listed(db)).map((row) => row.seats);
  const steps: [free: number, change: number, told: number[]][] = [
    ...([
      [7, -1, [6]],
      [6, -1, [6]],
      [5, -1, [5]],
      [1, -4, [1]],
    ] as [number, number, number[]][]),
    ...([
      [0, -1, []],
      [1, 1, [1]],
      [2, 1, [2]],
      [8, 6, [6]],
    ] as [number, number, number[]][]),
  ];
  for (const [free, change, told] of steps) {
    await leave(free, change);
    expect(await seats()).toEqual(told);
  }
});

dataTest("comes out right when seats and edits meet in many transactions", async ({ db }) => {
  const session = await makeSession(db, { capacity: 40 });
  const made = await Promise.all(
    [3, 4, 5].map((hours) => makeSlot(db, { session, start: inHours(hours), availableSpots: 5 })),
  );
  await refresh(db, session.id);
  await Promise.all(
    Array.from({ length: 45 }, (_, turn) =>
      db.transaction(async (tx) => {
        const slot = made[turn % made.length];
        if (!slot) return;
        if (turn % 5 === 0) {
          await tx
            .update(offerings)
            .set({ priceCents: cents(1_000 + turn) })
            .where(eq(offerings.id, session.id));
          await refreshListings(tx, [session.id], NOW);
          return;
        }
        const change = turn % 4 === 1 ? 1 : -1;
        const { rows } = await tx.execute<{ free: number }>(sql`
          update slots set available_spots = available_spots + ${change}
          where id = ${slot.id} and available_spots + ${change} >= 0 returning available_spots as free`);
        const free = rows[0]?.free;
        if (free !== undefined) await refreshSeats(tx, { slotId: slot.id, free, change }, NOW);
      }),
    ),
  );
  const after = await listed(db);
  await refresh(db, session.id);
  expect(after).toEqual(await listed(db));
});

dataTest("rows of slots that have begun are removed, and no others", async ({ db }) => {
  contradict(db, "I13");
  const passed = await makeSlot(db, { start: inHours(1) });
  const coming = await makeSlot(db, { start: inHours(2) });
  await refresh(db, passed.offeringId);
  await refresh(db, coming.offeringId);
  expect(await sweepListings(makeContext(db, { now: inHours(1) }))).toBe(1);
  expect(await idsOf(db)).toEqual([coming.id]);
});

dataTest("marks of days that have passed go, and nothing else of a listing", async ({ db }) => {
  const session = await makeSession(db);
  for (const hours of [3, 27, 51]) await makeSlot(db, { session, start: inHours(hours) });
  await refresh(db, session.id);
  const day = Math.floor(NOW.getTime() / DAY);
  const days = async () => (await marksOf(db, session.id))?.filter((mark) => mark.startsWith("$"));
  const others = async () =>
    (await marksOf(db, session.id))?.filter((mark) => !mark.startsWith("$"));
  const before = await others();
  expect(await days()).toEqual([`$${day}`, `$${day + 1}`, `$${day + 2}`]);
  await sweepMarks(makeContext(db));
  expect(await days()).toHaveLength(3);
  await sweepMarks(makeContext(db, { now: inHours(48) }));
  expect(await days()).toEqual([`$${day + 2}`]);
  expect(await others()).toEqual(before);
});
