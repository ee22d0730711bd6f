import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { offerings, offers, professionalProfiles, profiles, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Database, violatedConstraint } from "#platform/postgres.server.ts";
import { makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { returnSeat, takeSeat } from "./take-seat.server.ts";

const take = (db: Database, slotId: string, buyerUserId: string | null = null, now = NOW) =>
  db.transaction((tx) => takeSeat(tx, { kind: "session", slotId, buyerUserId, now }));
const giveBack = (db: Database, slotId: string) =>
  db.transaction((tx) => returnSeat(tx, { kind: "session", slotId, now: NOW }));

async function spots(db: Database, slotId: string) {
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  return slot?.availableSpots;
}

async function offeredSlot(db: Database, sessionId: string) {
  const [offer] = await db.select().from(offers).where(eq(offers.sessionId, sessionId));
  return offer?.nextSlotId ?? null;
}

describe("taking a seat", () => {
  dataTest(
    "answers everything that a booking needs, at the price the client pays",
    async ({ db }) => {
      const professional = await makeProfessional(db, { businessName: "Souffle & Cie" });
      const session = await makeSession(db, {
        professional,
        title: "Yoga du soir",
        priceCents: 3_000,
        discountedPriceCents: 1_990,
      });
      const slot = await makeSlot(db, { session, capacity: 5 });
      expect(await take(db, slot.id)).toEqual({
        refused: null,
        seat: {
          slotId: slot.id,
          start: slot.startDatetime,
          end: slot.endDatetime,
          availableSpots: 4,
          offeringId: session.id,
          title: "Yoga du soir",
          priceCents: 1_990,
          professionalId: professional.id,
          professionalUserId: professional.userId,
          businessName: "Souffle & Cie",
          stripeAccountId: professional.stripeConnectAccountId,
        },
      });
      expect(await spots(db, slot.id)).toBe(4);
    },
  );

  dataTest("works the same for the slot of an activity", async ({ db }) => {
    const slot = await makeActivitySlot(db, { capacity: 1 });
    const ask = () =>
      db.transaction((tx) =>
        takeSeat(tx, { kind: "activity", slotId: slot.id, buyerUserId: null, now: NOW }),
      );
    const first = await ask();
    expect(first.seat).toMatchObject({ offeringId: slot.offeringId, priceCents: 3_500 });
    expect(await ask()).toEqual({ seat: null, refused: "sold_out" });
    await db.transaction((tx) => returnSeat(tx, { kind: "activity", slotId: slot.id, now: NOW }));
    const [row] = await db.select().from(slots).where(eq(slots.id, slot.id));
    expect(row?.availableSpots).toBe(1);
    await db.update(offerings).set({ isActive: false });
    expect(await ask()).toEqual({ seat: null, refused: "inactive" });
  });

  dataTest("is undone by the rollback of its transaction", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 1 });
    const refused = db.transaction(async (tx) => {
      await takeSeat(tx, { kind: "session", slotId: slot.id, buyerUserId: null, now: NOW });
      throw new Error("the price has changed");
    });
    await expect(refused).rejects.toThrow("the price has changed");
    expect(await spots(db, slot.id)).toBe(1);
    expect(await offeredSlot(db, slot.offeringId)).toBe(slot.id);
  });

  dataTest(
    "is refused for each reason, and takes nothing then (rule: bookable)",
    async ({ db }) => {
      const slot = await makeSlot(db);
      const [session] = await db.select().from(offerings);
      const [professional] = await db.select().from(professionalProfiles);
      if (!session || !professional) throw new Error("the slot's owner is missing");
      const refusal = async (buyer: string | null = null, now = NOW) =>
        (await take(db, slot.id, buyer, now)).refused;

      expect((await take(db, newId())).refused).toBe("unknown");
      expect(await refusal(null, slot.startDatetime)).toBe("past");
      expect(await refusal(professional.userId)).toBe("own");

      await db.update(offerings).set({ isActive: false });
      expect(await refusal()).toBe("inactive");
      await db.update(offerings).set({ isActive: true });

      await db.update(slots).set({ isActive: false });
      expect(await refusal()).toBe("inactive");
      await db.update(slots).set({ isActive: true });

      for (const flag of ["chargesEnabled", "transfersActive"] as const) {
        await db.update(professionalProfiles).set({ [flag]: false });
        expect(await refusal()).toBe("professional_unavailable");
        await db.update(professionalProfiles).set({ [flag]: true });
      }
      await db.update(profiles).set({ accountStatus: "suspended" });
      expect(await refusal()).toBe("professional_unavailable");
      await db.update(profiles).set({ accountStatus: "active" });

      expect(await spots(db, slot.id)).toBe(8);
      await db.update(slots).set({ availableSpots: 0 });
      expect(await refusal()).toBe("sold_out");
      expect(await spots(db, slot.id)).toBe(0);
    },
  );

  dataTest("is open until the very start", async ({ db }) => {
    const slot = await makeSlot(db);
    const justBefore = new Date(slot.startDatetime.getTime() - 1);
    expect((await take(db, slot.id, null, justBefore)).refused).toBeNull();
  });

  dataTest("lets another user buy, whatever else they are", async ({ db }) => {
    const slot = await makeSlot(db);
    const other = await makeProfessional(db);
    expect((await take(db, slot.id, other.userId)).refused).toBeNull();
    expect((await take(db, slot.id, (await makeUser(db)).id)).refused).toBeNull();
  });
});

describe("giving a seat back", () => {
  dataTest("can never make more seats than the slot has", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 2 });
    await take(db, slot.id);
    await giveBack(db, slot.id);
    const once = giveBack(db, slot.id).catch(violatedConstraint);
    expect(await once).toBe("slots_spots");
    expect(await spots(db, slot.id)).toBe(2);
  });
});

describe("the offer follows the seats", () => {
  dataTest("to the next slot when one sells out, and back when a seat returns", async ({ db }) => {
    const session = await makeSession(db, { capacity: 1 });
    const [first, second] = [
      await makeSlot(db, { session, start: new Date(NOW.getTime() + 5 * HOUR) }),
      await makeSlot(db, { session, start: new Date(NOW.getTime() + 9 * HOUR) }),
    ];
    expect(await offeredSlot(db, session.id)).toBe(first.id);
    await take(db, first.id);
    expect(await offeredSlot(db, session.id)).toBe(second.id);
    await take(db, second.id);
    expect(await offeredSlot(db, session.id)).toBeNull();
    await giveBack(db, second.id);
    expect(await offeredSlot(db, session.id)).toBe(second.id);
    await giveBack(db, first.id);
    expect(await offeredSlot(db, session.id)).toBe(first.id);
  });

  dataTest("in the seats that it shows, from the third-last on", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 6 });
    const shown = async () => (await db.select().from(offers))[0]?.nextSlotSpots;
    const seen = [await shown()];
    for (let seat = 0; seat < 5; seat++) {
      await take(db, slot.id);
      seen.push(await shown());
    }
    expect(seen).toEqual([4, 4, 4, 3, 2, 1]);
    const returned = [];
    for (let seat = 0; seat < 5; seat++) {
      await giveBack(db, slot.id);
      returned.push(await shown());
    }
    expect(returned).toEqual([2, 3, 4, 4, 4]);
  });

  dataTest("when two slots of one session sell out at once", async ({ db }) => {
    for (let round = 0; round < 10; round++) {
      const session = await makeSession(db, { capacity: 1 });
      const slots = [];
      for (const hour of [5, 6, 7]) {
        slots.push(await makeSlot(db, { session, start: new Date(NOW.getTime() + hour * HOUR) }));
      }
      const [first, second, third] = slots;
      if (!first || !second || !third) throw new Error("three slots were made");
      await Promise.all([take(db, first.id), take(db, second.id)]);
      expect(await offeredSlot(db, session.id)).toBe(third.id);
    }
  });

  dataTest("while many take and return seats of the same few slots", async ({ db }) => {
    const session = await makeSession(db, { capacity: 2 });
    const slots = await Promise.all(
      [5, 6, 7].map((hour) =>
        makeSlot(db, { session, start: new Date(NOW.getTime() + hour * HOUR) }),
      ),
    );
    await Promise.all(
      Array.from({ length: 24 }, async (_, racer) => {
        const slot = slots[racer % slots.length];
        if (!slot) return;
        for (let turn = 0; turn < 4; turn++) {
          const { seat } = await take(db, slot.id);
          if (seat && (racer + turn) % 3 !== 0) await giveBack(db, slot.id);
        }
      }),
    );
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from slots where bookable order by start_datetime limit 1`);
    expect(await offeredSlot(db, session.id)).toBe(rows[0]?.id ?? null);
  });
});

describe("the last seat", () => {
  dataTest("has one winner among fifty, twenty times", async ({ db }) => {
    for (let round = 0; round < 20; round++) {
      const slot = await makeSlot(db, { capacity: 1 });
      const answers = await Promise.all(Array.from({ length: 50 }, () => take(db, slot.id)));
      expect(answers.filter(({ seat }) => seat)).toHaveLength(1);
      expect(answers.filter(({ refused }) => refused === "sold_out")).toHaveLength(49);
      expect(await spots(db, slot.id)).toBe(0);
    }
  });

  dataTest("taking one of several seats rewrites no index", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 50 });
    for (let seat = 0; seat < 40; seat++) await take(db, slot.id);
    await db.execute(sql`select pg_stat_force_next_flush()`);
    const { rows } = await db.execute<{ updates: number; hot: number }>(sql`
      select n_tup_upd::int as updates, n_tup_hot_upd::int as hot
      from pg_stat_user_tables where relname = 'slots'`);
    expect(rows[0]?.updates).toBeGreaterThanOrEqual(40);
    expect(rows[0]?.hot).toBeGreaterThanOrEqual(39);
  });
});
