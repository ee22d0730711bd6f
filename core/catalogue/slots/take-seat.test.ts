import { asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR, MINUTE } from "#core/durations.ts";
import { lockPractitioner } from "#core/occupancy/lock-practitioner.server.ts";
import {
  listedSlots,
  occupied,
  offerings,
  professionalProfiles,
  profiles,
  slots,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { type Database, type Transaction, violatedConstraint } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest, untilWaiting } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { reportWork } from "#test/make/rows-read.ts";
import { returnJustTaken, returnSeats, takeFreeSeats } from "./take-seat.server.ts";

function take(db: Database, slotId: string, buyerUserId: string | null = null, now = NOW) {
  // A seat alone, without the booking that has it.
  contradict(db, "I10 une heure");
  return db.transaction((tx) =>
    takeFreeSeats(tx, { kind: "session", slotId, seats: 1, buyerUserId, now }),
  );
}
const giveBack = (db: Database, slotId: string) =>
  db.transaction((tx) => returnSeats(tx, { slotId, seats: 1, now: NOW }));

async function spots(db: Database, slotId: string) {
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId));
  return slot?.availableSpots;
}

/** The slots that search knows, the soonest first. */
async function listed(db: Database): Promise<string[]> {
  const rows = await db.select().from(listedSlots).orderBy(asc(listedSlots.startsAt));
  return rows.map(({ slotId }) => slotId);
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
    contradict(db, "I13");
    const slot = await makeActivitySlot(db, { capacity: 1 });
    const ask = () =>
      db.transaction((tx) =>
        takeFreeSeats(tx, {
          kind: "activity",
          slotId: slot.id,
          seats: 1,
          buyerUserId: null,
          now: NOW,
        }),
      );
    const first = await ask();
    expect(first.seat).toMatchObject({ offeringId: slot.offeringId, priceCents: 3_500 });
    expect(await ask()).toEqual({ seat: null, refused: "sold_out", free: 0 });
    await db.transaction((tx) => returnSeats(tx, { slotId: slot.id, seats: 1, now: NOW }));
    const [row] = await db.select().from(slots).where(eq(slots.id, slot.id));
    expect(row?.availableSpots).toBe(1);
    await db.update(offerings).set({ isActive: false });
    expect(await ask()).toEqual({ seat: null, refused: "inactive", free: 1 });
  });

  dataTest("is undone by the rollback of its transaction", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 1 });
    const refused = db.transaction(async (tx) => {
      await takeFreeSeats(tx, {
        kind: "session",
        slotId: slot.id,
        seats: 1,
        buyerUserId: null,
        now: NOW,
      });
      throw new Error("the price has changed");
    });
    await expect(refused).rejects.toThrow("the price has changed");
    expect(await spots(db, slot.id)).toBe(1);
    expect(await listed(db)).toEqual([slot.id]);
  });

  dataTest(
    "is refused for each reason, and takes nothing then (rule: bookable)",
    async ({ db }) => {
      contradict(db, "I13");
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

  dataTest("is open until half an hour before the start (rule: notice)", async ({ db }) => {
    const slot = await makeSlot(db);
    const early = (minutes: number) => new Date(+slot.startDatetime - minutes * MINUTE);
    expect((await take(db, slot.id, null, early(31))).refused).toBeNull();
    expect((await take(db, slot.id, null, early(30))).refused).toBe("notice");
    await db.update(professionalProfiles).set({ noticeMinutes: 0 });
    expect((await take(db, slot.id, null, early(1))).refused).toBeNull();
    expect((await take(db, slot.id, null, early(0))).refused).toBe("past");
  });

  dataTest("lets another user buy, whatever else they are", async ({ db }) => {
    const slot = await makeSlot(db);
    const other = await makeProfessional(db);
    expect((await take(db, slot.id, other.userId)).refused).toBeNull();
    expect((await take(db, slot.id, (await makeUser(db)).id)).refused).toBeNull();
  });
});

/** A slot of a session of its own, that many minutes after the hour that begins in a day. */
async function makeHour(db: Database, professional: { id: string }, minutes: number, seats = 2) {
  const session = await makeSession(db, { professional, capacity: seats });
  return makeSlot(db, { session, start: new Date(NOW.getTime() + 24 * HOUR + minutes * MINUTE) });
}
const hoursOf = (db: Database) =>
  db
    .select({ slotId: occupied.slotId, during: occupied.during, lane: occupied.lane })
    .from(occupied)
    .orderBy(occupied.during);

describe("the time of one professional (rule: one-place)", () => {
  dataTest("goes with the first seat of a slot, and comes back with the last", async ({ db }) => {
    const professional = await makeProfessional(db);
    const slot = await makeHour(db, professional, 0);
    const beside = await makeHour(db, professional, 30);
    expect((await take(db, slot.id)).refused).toBeNull();
    expect((await take(db, beside.id)).refused).toBe("overlap");
    expect(await spots(db, beside.id)).toBe(2);
    expect(await hoursOf(db)).toEqual([
      {
        slotId: slot.id,
        during: '["2026-11-21 09:00:00+00","2026-11-21 10:00:00+00")',
        lane: "(,0)",
      },
    ]);
    expect((await take(db, slot.id)).refused).toBeNull();
    await giveBack(db, slot.id);
    await giveBack(db, slot.id);
    expect(await hoursOf(db)).toEqual([]);
    expect((await take(db, beside.id)).refused).toBeNull();
    expect((await take(db, slot.id)).refused).toBe("overlap");
    expect((await hoursOf(db)).map(({ slotId }) => slotId)).toEqual([beside.id]);
  });

  dataTest("is also what activities and hours one after the other ask for", async ({ db }) => {
    const professional = await makeProfessional(db);
    const slots = [];
    for (const minutes of [-60, 0, 60]) slots.push(await makeHour(db, professional, minutes));
    for (const { id } of slots) expect((await take(db, id)).refused).toBeNull();
    const activity = await makeActivity(db, { professional });
    const start = new Date(NOW.getTime() + 24 * HOUR + 59 * MINUTE);
    const slot = await makeActivitySlot(db, { activity, start });
    const asked = {
      kind: "activity",
      slotId: slot.id,
      seats: 1,
      buyerUserId: null,
      now: NOW,
    } as const;
    const { refused } = await db.transaction((tx) => takeFreeSeats(tx, asked));
    expect(refused).toBe("overlap");
    const other = await makeHour(db, await makeProfessional(db), 0);
    expect((await take(db, other.id)).refused).toBeNull();
  });

  dataTest("has the pause after it that stood when it was taken", async ({ db }) => {
    const professional = await makeProfessional(db, { bufferMinutes: 15 });
    const slot = await makeHour(db, professional, 0);
    const [soon, later] = [
      await makeHour(db, professional, 74),
      await makeHour(db, professional, 75),
    ];
    await take(db, slot.id);
    await db.update(professionalProfiles).set({ bufferMinutes: 0 });
    expect((await take(db, soon.id)).refused).toBe("overlap");
    expect((await take(db, later.id)).refused).toBeNull();
    const before = await makeHour(db, professional, -60);
    expect((await take(db, before.id)).refused).toBeNull();
    await db.update(professionalProfiles).set({ bufferMinutes: 1 });
    // A seat more needs no more time.
    expect((await take(db, before.id)).refused).toBeNull();
  });

  dataTest("is not asked for by a slot « en parallèle »", async ({ db }) => {
    const professional = await makeProfessional(db);
    const [own, beside, third] = [
      await makeHour(db, professional, 0),
      await makeHour(db, professional, 0),
      await makeHour(db, professional, 0),
    ];
    await db.update(slots).set({ isParallel: true }).where(eq(slots.id, beside.id));
    expect((await take(db, beside.id)).refused).toBeNull();
    expect((await take(db, own.id)).refused).toBeNull();
    expect((await take(db, third.id)).refused).toBe("overlap");
    const lanes = (await hoursOf(db)).map(({ lane }) => lane);
    expect(lanes).toHaveLength(2);
    expect(new Set(lanes).size).toBe(2);
    await giveBack(db, own.id);
    expect((await take(db, third.id)).refused).toBeNull();
  });

  dataTest("is hers alone while she is busy, for free slots (rule: own-time)", async ({ db }) => {
    const professional = await makeProfessional(db);
    const [taken, free] = [
      await makeHour(db, professional, 0),
      await makeHour(db, professional, 60),
    ];
    await take(db, taken.id);
    const start = taken.startDatetime;
    const end = free.endDatetime;
    await makeBusyTime(db, { professionalId: professional.id, source: "busy", start, end });
    expect((await take(db, taken.id)).refused).toBeNull();
    expect((await take(db, free.id)).refused).toBe("busy");
    await db.update(slots).set({ absenceId: newId() });
    await giveBack(db, taken.id);
    expect((await take(db, taken.id)).refused).toBe("absence");
  });

  dataTest("stays where it was when a seat is put back at once", async ({ db }) => {
    const professional = await makeProfessional(db);
    const slot = await makeHour(db, professional, 0);
    const asked = {
      kind: "session",
      slotId: slot.id,
      seats: 1,
      buyerUserId: null,
      now: NOW,
    } as const;
    await db.transaction(async (tx) => {
      expect((await takeFreeSeats(tx, asked)).refused).toBeNull();
      await returnJustTaken(tx, asked);
    });
    expect(await hoursOf(db)).toEqual([]);
    expect(await spots(db, slot.id)).toBe(2);
  });

  dataTest(
    "is asked for without a deadlock by who has waited in vain for seats beside it",
    async ({ db }) => {
      contradict(db, "I10 une heure");
      const professional = await makeProfessional(db);
      const [y, z] = await Promise.all([
        makeHour(db, professional, 0),
        makeHour(db, professional, 90),
      ]);
      await take(db, y.id);
      await take(db, z.id);
      let tries = 0;
      const counted = (work: (tx: Transaction) => Promise<unknown>) =>
        db.transaction((tx) => {
          tries += 1;
          return work(tx);
        });
      const giving = (slotId: string) => (tx: Transaction) =>
        returnSeats(tx, { slotId, seats: 1, now: NOW });
      const asked = { kind: "session", seats: 1, buyerUserId: null, now: NOW } as const;
      let others: Promise<unknown> = Promise.resolve();
      await counted(async (tx) => {
        await giving(y.id)(tx);
        const other = counted(giving(z.id));
        await untilWaiting(db, 1);
        others = Promise.all([
          other,
          counted((own) => takeFreeSeats(own, { ...asked, slotId: y.id })),
        ]);
        await untilWaiting(db, 2);
      });
      await others;
      expect(tries).toBe(3);
      expect(await spots(db, y.id)).toBe(1);
      expect(await spots(db, z.id)).toBe(2);
    },
  );

  dataTest("is nobody's twice, whatever many take and give back at once", async ({ db }) => {
    const professional = await makeProfessional(db);
    const slots = await Promise.all(
      [0, 20, 40, 60].map((minutes) => makeHour(db, professional, minutes)),
    );
    await Promise.all(
      Array.from({ length: 20 }, async (_, racer) => {
        for (let turn = 0; turn < 5; turn++) {
          const slot = slots[(racer + turn) % slots.length];
          if (!slot) return;
          const { seat, refused } = await take(db, slot.id);
          if (refused) expect(["sold_out", "overlap"]).toContain(refused);
          if (seat) await giveBack(db, slot.id);
        }
      }),
    );
    expect(await hoursOf(db)).toEqual([]);
    for (const { id } of slots) expect(await spots(db, id)).toBe(2);
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

describe("search follows the seats", () => {
  dataTest("off the list when a slot sells out, and back when a seat returns", async ({ db }) => {
    const session = await makeSession(db, { capacity: 1 });
    const [first, second] = [
      await makeSlot(db, { session, start: new Date(NOW.getTime() + 5 * HOUR) }),
      await makeSlot(db, { session, start: new Date(NOW.getTime() + 9 * HOUR) }),
    ];
    expect(await listed(db)).toEqual([first.id, second.id]);
    await take(db, first.id);
    expect(await listed(db)).toEqual([second.id]);
    await take(db, second.id);
    expect(await listed(db)).toEqual([]);
    await giveBack(db, second.id);
    expect(await listed(db)).toEqual([second.id]);
    await giveBack(db, first.id);
    expect(await listed(db)).toEqual([first.id, second.id]);
  });

  dataTest("of an activity too", async ({ db }) => {
    const slot = await makeActivitySlot(db, { capacity: 1 });
    contradict(db, "I10 une heure");
    const asked = {
      kind: "activity",
      slotId: slot.id,
      seats: 1,
      buyerUserId: null,
      now: NOW,
    } as const;
    await db.transaction((tx) => takeFreeSeats(tx, asked));
    expect(await listed(db)).toEqual([]);
    await giveBack(db, slot.id);
    expect(await listed(db)).toEqual([slot.id]);
  });

  dataTest("of the slots at the same hour, while one of them is taken", async ({ db }) => {
    const professional = await makeProfessional(db, { bufferMinutes: 15 });
    const slot = await makeHour(db, professional, 0);
    const over = await makeHour(db, professional, -30);
    const soon = await makeHour(db, professional, 70);
    const later = await makeHour(db, professional, 75);
    const beside = await makeHour(db, professional, 10);
    await db.update(slots).set({ isParallel: true }).where(eq(slots.id, beside.id));
    const other = await makeHour(db, await makeProfessional(db), 0);
    await take(db, slot.id);
    expect((await listed(db)).toSorted()).toEqual(
      [slot, later, beside, other].map(({ id }) => id).toSorted(),
    );
    await giveBack(db, slot.id);
    expect((await listed(db)).toSorted()).toEqual(
      [slot, over, soon, later, beside, other].map(({ id }) => id).toSorted(),
    );
  });

  dataTest("off the list when what came over its hour was only waiting", async ({ db }) => {
    const professional = await makeProfessional(db);
    const slot = await makeHour(db, professional, 0);
    await take(db, slot.id);
    await makeBusyTime(db, {
      professionalId: professional.id,
      start: slot.startDatetime,
      end: slot.endDatetime,
      source: "busy",
    });
    expect(await listed(db)).toEqual([slot.id]);
    await giveBack(db, slot.id);
    expect(await listed(db)).toEqual([]);
  });

  dataTest(
    "when the last of three who asked at once for its two seats got none",
    async ({ db }) => {
      contradict(db, "I10 une heure");
      const professional = await makeProfessional(db);
      const slot = await makeHour(db, professional, 0);
      const beside = await makeHour(db, professional, 30);
      let asked: Promise<Awaited<ReturnType<typeof take>>[]> = Promise.resolve([]);
      await db.transaction(async (tx) => {
        await lockPractitioner(tx, professional.id);
        asked = Promise.all([1, 2, 3].map(() => take(db, slot.id)));
        await untilWaiting(db, 3);
      });
      expect((await asked).filter(({ seat }) => seat)).toHaveLength(2);
      expect(await listed(db)).toEqual([]);
      await giveBack(db, slot.id);
      await giveBack(db, slot.id);
      expect(await listed(db)).toEqual([slot.id, beside.id]);
    },
  );

  dataTest("in the seats that it shows, from the sixth-last on", async ({ db }) => {
    const slot = await makeSlot(db, { capacity: 8 });
    const shown = async () => (await db.select().from(listedSlots))[0]?.seats;
    const seen = [await shown()];
    for (let seat = 0; seat < 5; seat++) {
      await take(db, slot.id);
      seen.push(await shown());
    }
    expect(seen).toEqual([6, 6, 6, 5, 4, 3]);
    const returned = [];
    for (let seat = 0; seat < 5; seat++) {
      await giveBack(db, slot.id);
      returned.push(await shown());
    }
    expect(returned).toEqual([4, 5, 6, 6, 6]);
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
      expect(await listed(db)).toContain(third.id);
      expect(await listed(db)).not.toContain(first.id);
      expect(await listed(db)).not.toContain(second.id);
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
      select id from slots where bookable order by start_datetime`);
    expect(await listed(db)).toEqual(rows.map(({ id }) => id));
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
    const written = async () => {
      await reportWork(db);
      const { rows } = await db.execute<{ updates: number; hot: number }>(sql`
        select n_tup_upd::int as updates, n_tup_hot_upd::int as hot
        from pg_stat_user_tables where relname = 'slots'`);
      return rows[0] ?? { updates: 0, hot: 0 };
    };
    const slot = await makeSlot(db, { capacity: 50 });
    const before = await written();
    for (let seat = 0; seat < 40; seat++) await take(db, slot.id);
    const after = await written();
    expect(after.updates - before.updates).toBeGreaterThanOrEqual(40);
    expect(after.hot - before.hot).toBeGreaterThanOrEqual(39);
  });
});
