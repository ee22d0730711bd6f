import { type SQL, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { type Database, list } from "#platform/postgres.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { vacuum } from "#test/make/fill.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { DAY, HOUR } from "../durations.ts";
import { cents } from "../money.ts";
import {
  bookings,
  occupied,
  offerings,
  openingHours,
  slotPrices,
  slots,
} from "../tables.server.ts";
import { showAgenda } from "./show-agenda.server.ts";

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

async function makeBooking(
  db: Database,
  slot: { id: string },
  professionalId: string,
  fields: Partial<typeof bookings.$inferInsert> = {},
) {
  // By hand: neither seat nor payment, which the agenda does not count.
  contradict(db, "I1", "I2", "I10");
  await db.insert(bookings).values({
    ...({
      id: newId(),
      buyerEmail: "acheteur@example.fr",
      professionalId,
      slotId: slot.id,
      pricePaidCents: cents(4_000),
      commissionCents: cents(400),
      refundableUntil: NOW,
      ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW },
      ...fields,
    } as typeof bookings.$inferInsert),
    ...soldFrom(slot.id),
  });
}

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  return { user, professional, ctx };
}

describe("the agenda", () => {
  dataTest("shows who comes to each slot, by first name and initial", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, title: "Yoga doux" });
    const evening = await makeSlot(db, { session, start: later(9), availableSpots: 6 });
    const morning = await makeSlot(db, { session, start: later(24), availableSpots: 7 });
    const julie = await makeUser(db, { firstName: "Julie", lastName: "Martin" });
    const nameless = await makeUser(db, { firstName: "", lastName: "" });
    const note = "Genou droit fragile.";
    await makeBooking(db, evening, professional.id, { clientId: julie.id, bookingNotes: note });
    await makeBooking(db, evening, professional.id, { clientId: nameless.id });
    await makeBooking(db, morning, professional.id, {
      ...{ clientId: julie.id, confirmedAt: later(1) },
    });
    const { slots: shown } = await showAgenda(ctx, {});
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      [evening.id, "part"],
      [morning.id, "part"],
    ]);
    expect(
      shown[0]?.people.map(({ name, initials, note, isFirst }) => [name, initials, note, isFirst]),
    ).toEqual([
      ["", "", null, true],
      ["Julie M.", "JM", note, true],
    ]);
    expect(shown[1]?.people).toMatchObject([{ name: "Julie M.", isFirst: false, dueCents: 4_000 }]);
    expect(JSON.stringify(shown)).not.toContain("example.fr");
    expect(JSON.stringify(shown)).not.toContain("Martin");
  });

  dataTest(
    "a first time is with this professional, and a cancelled one does not count",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const other = await makeOwner(db);
      const slot = await makeSlot(db, { session: await makeSession(db, { professional }) });
      const before = await makeSlot(db, {
        session: await makeSession(db, { professional }),
        start: later(-48),
      });
      const elsewhere = await makeSlot(db, {
        session: await makeSession(db, { professional: other.professional }),
      });
      const client = await makeUser(db);
      const cancelled = {
        status: "cancelled",
        cancelReason: "client",
        cancelledAt: later(-30),
      } as const;
      const earlier = { clientId: client.id, confirmedAt: later(-50) };
      await makeBooking(db, before, professional.id, {
        ...earlier,
        ...cancelled,
        paymentStatus: "refunded",
      });
      await makeBooking(db, elsewhere, other.professional.id, earlier);
      await makeBooking(db, slot, professional.id, { clientId: client.id });
      const { slots: shown } = await showAgenda(ctx, {});
      expect(shown.flatMap(({ people }) => people)).toMatchObject([{ isFirst: true }]);
    },
  );

  dataTest(
    "holds both kinds, nobody else's, and nothing that begins outside of it",
    async ({ db }) => {
      const { professional, ctx } = await makeOwner(db);
      const other = await makeOwner(db);
      const session = await makeSession(db, { professional });
      const activity = await makeActivity(db, { professional });
      await makeSlot(db, { session: await makeSession(db, { professional: other.professional }) });
      const first = await makeActivitySlot(db, { activity, start: later(3) });
      const second = await makeSlot(db, { session, start: later(5) });
      await makeSlot(db, { session, start: later(7 * 24 + 1) });
      // Today's own hours before now belong to it.
      const past = await makeSlot(db, { session, start: later(-8) });
      await makeSlot(db, { session, start: later(-11) });
      const { slots: shown } = await showAgenda(ctx, {});
      expect(shown.map(({ id, kind, state }) => [id, kind, state])).toEqual([
        [past.id, "session", "past"],
        [first.id, "activity", "free"],
        [second.id, "session", "free"],
      ]);
    },
  );

  dataTest("says which slots come again, and which are only beside them", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const recurrence = { days: ["saturday" as const], time: "12:00", until: "2026-11-21" };
    const session = await makeSession(db, { professional, recurrence });
    const start = (day: number, hour: string) => new Date(`2026-11-${day}T${hour}:00Z`);
    await makeSlot(db, { session, start: start(21, "11:00") });
    await makeSlot(db, { session, start: start(21, "12:00") });
    await makeSlot(db, { session, start: start(22, "11:00") });
    const single = await makeSession(db, { professional });
    await makeSlot(db, { session: single, start: start(24, "11:00") });
    const { slots: shown } = await showAgenda(ctx, {});
    expect(shown.map(({ comesAgain }) => comesAgain)).toEqual([true, false, false, false]);
  });

  dataTest("counts how often a client came to this professional alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const other = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const julie = await makeUser(db, { firstName: "Julie", lastName: "Martin" });
    const came = async (
      presence: "present" | "late" | "absent",
      hours: number,
      { of = professional, contested = false } = {},
    ) => {
      const at = of === professional ? session : await makeSession(db, { professional: of });
      const start = later(hours);
      await makeBooking(db, await makeSlot(db, { session: at, start }), of.id, {
        ...{ clientId: julie.id, presence, presenceBy: "professional", presenceAt: start },
        confirmedAt: later(hours - 1),
        contestedAt: contested ? later(hours + 2) : null,
        contestedAs: contested ? ("came" as const) : null,
      });
    };
    await came("present", -100);
    await came("present", -80);
    await came("late", -60);
    await came("absent", -40);
    await came("absent", -38, { contested: true });
    await came("absent", -36, { of: other.professional });
    const slot = await makeSlot(db, { session, start: later(5) });
    await makeBooking(db, slot, professional.id, { clientId: julie.id });
    const paul = await makeUser(db, { firstName: "Paul", lastName: "Noël" });
    await makeBooking(db, slot, professional.id, { clientId: paul.id });
    const { slots: shown } = await showAgenda(ctx, {});
    const people = shown.flatMap(({ people }) => people);
    expect(people.map(({ name, isFirst, counts }) => ({ name, isFirst, counts }))).toEqual([
      { name: "Julie M.", isFirst: false, counts: { present: 2, late: 1, absent: 1 } },
      { name: "Paul N.", isFirst: true, counts: { present: 0, late: 0, absent: 0 } },
    ]);
  });

  dataTest("says why a slot is closed", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    contradict(db, "I10");
    const session = await makeSession(db, { professional, title: "Yoga" });
    const massage = await makeSession(db, { professional, title: "Massage" });
    const taken = await makeSlot(db, { session: massage, start: later(6), availableSpots: 7 });
    const client = await makeUser(db);
    await makeBooking(db, taken, professional.id, { clientId: client.id });
    await db.update(slots).set({ isOccupied: true }).where(sql`id = ${taken.id}`);
    const during = `["${later(6).toISOString()}","${later(7).toISOString()}")`;
    await db
      .insert(occupied)
      .values({ id: newId(), professionalId: professional.id, slotId: taken.id, during });
    const over = await makeSlot(db, { session, start: later(6.5) });
    const busy = await makeSlot(db, { session, start: later(10) });
    await makeBusyTime(db, {
      ...{ professionalId: professional.id, source: "busy", title: "Dentiste" },
      ...{ start: later(10.5), end: later(12) },
    });
    const soon = await makeSlot(db, { session, start: later(0.25) });
    const absent = await makeSlot(db, { session, start: later(30) });
    const absenceId = await makeBusyTime(db, {
      ...{ professionalId: professional.id, start: later(26), end: later(50) },
    });
    await db.update(slots).set({ absenceId }).where(sql`id = ${absent.id}`);
    const friday = { weekday: 5, opens: "08:00", closes: "20:00" };
    await db.insert(openingHours).values({ professionalId: professional.id, ...friday });
    const agenda = await showAgenda(ctx, {});
    expect(agenda.slots.map(({ id, state }) => [id, state])).toEqual([
      [soon.id, "notice"],
      [taken.id, "part"],
      [over.id, "overlap"],
      [busy.id, "busy"],
      [absent.id, "absence"],
    ]);
    expect(agenda.slots.map(({ overlaps }) => overlaps)).toEqual([
      ...[null, null, { title: "Massage", start: later(6) }, null, null],
    ]);
    expect(agenda.busy.map(({ source, title, start }) => [source, title, start])).toEqual([
      ["busy", "Dentiste", later(10.5)],
      ["absence", null, later(26)],
    ]);
    expect(agenda.openings).toEqual([friday]);
  });

  dataTest("drops what was withdrawn, unless somebody has a seat in it", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const paused = await makeSession(db, { professional });
    await makeSlot(db, { session, start: later(3), isActive: false });
    const begun = await makeSlot(db, { session, start: later(4), isActive: false });
    await makeSlot(db, { session: paused, start: later(5) });
    const kept = await makeSlot(db, { session: paused, start: later(6), availableSpots: 7 });
    await db.update(offerings).set({ isActive: false }).where(sql`id = ${paused.id}`);
    const client = await makeUser(db);
    for (const slot of [begun, kept]) {
      await makeBooking(db, slot, professional.id, { clientId: client.id });
    }
    const { slots: shown } = await showAgenda(ctx, {});
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      [begun.id, "cancelled"],
      [kept.id, "paused"],
    ]);
  });

  dataTest("says the price of now and the next one", async ({ db }) => {
    contradict(db, "I13");
    // Steps by hand, which its offering does not ask for.
    contradict(db, "I11");
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, priceCents: 1_600 });
    const { id: slotId } = await makeSlot(db, { session, start: later(8) });
    await db.insert(slotPrices).values([
      { slotId, fromAt: later(-1), cents: cents(1_450) },
      { slotId, fromAt: later(2), cents: cents(1_200) },
    ]);
    const [shown] = (await showAgenda(ctx, {})).slots;
    expect(shown?.price).toEqual({
      ...{ nowCents: 1_450, struckCents: null, isLastMinutePrice: true },
      next: { at: later(2), cents: 1_200 },
    });
  });

  dataTest("counts open checkouts as held", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional, capacity: 1 });
    const slot = await makeSlot(db, { session, start: later(8), availableSpots: 0 });
    const pending = { status: "pending", paymentStatus: "pending", confirmedAt: null } as const;
    await makeBooking(db, slot, professional.id, { ...pending, clientId: null });
    const [shown] = (await showAgenda(ctx, {})).slots;
    expect(shown).toMatchObject({ state: "held", held: 1, free: 0, people: [] });
  });

  dataTest("reads 500 slots in two statements, and few pages for each", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    contradict(db, "I1", "I2", "I10");
    const session = await makeSession(db, { professional });
    await db.execute(sql`
      insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select gen_random_uuid(), ${session.id}, at, at + interval '1 hour', 8, 6
      from generate_series(${NOW}::timestamptz, ${NOW}::timestamptz + interval '499 hours', '1 hour') at`);
    const clients: string[] = [];
    for (let made = 0; made < 50; made += 1) clients.push((await makeUser(db)).id);
    // Two in each slot, so that everybody comes back every day.
    for (const place of [0, 25]) {
      await db.execute(sql`
        insert into bookings (id, client_id, buyer_email, professional_id, slot_id, price_paid_cents,
          commission_cents, commission_rate, sold, refundable_until, status, payment_status, confirmed_at)
        select gen_random_uuid(), (${list(clients, "uuid")})[1 + (row_number() over (order by id) + ${place}::int) % 50],
          'a@example.fr', ${professional.id}, slots.id, 4000, 400, 1000, '{}', start_datetime, 'confirmed', 'paid',
          start_datetime - interval '20 days'
        from slots where offering_id = ${session.id}`);
    }
    // Rows that earlier tests have left dead would be pages too.
    await vacuum(db, ["slots", "bookings", "offerings"]);
    let statements = 0;
    let pages = 0;
    const counted: Database = Object.assign(Object.create(db), {
      async execute(statement: SQL) {
        statements += 1;
        const plan = await db.execute<{ "QUERY PLAN": { Plan: Record<string, number> }[] }>(
          sql`explain (analyze, buffers, format json) ${statement}`,
        );
        const [read] = plan.rows[0]?.["QUERY PLAN"] ?? [];
        pages += (read?.Plan["Shared Hit Blocks"] ?? 0) + (read?.Plan["Shared Read Blocks"] ?? 0);
        return db.execute(statement);
      },
    });
    const asked = { from: "2026-11-20", to: "2026-12-15" };
    const agenda = await showAgenda({ ...ctx, db: counted }, asked);
    expect(statements).toBe(2);
    expect(agenda.slots).toHaveLength(500);
    const people = agenda.slots.flatMap(({ people }) => people);
    expect(people).toHaveLength(1_000);
    expect(people.filter(({ isFirst }) => isFirst)).toHaveLength(50);
    // Some thirteen for each slot, whoever comes (docs/decisions/039 has the times).
    expect(pages).toBeGreaterThan(500);
    expect(pages).toBeLessThan(15 * 500);
  });

  dataTest("is a professional's alone, and a month at most", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    const client = makeContext(db, { actor: await actorOf(db, (await makeUser(db)).id) });
    await expect(showAgenda(makeContext(db), {})).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(showAgenda(client, {})).rejects.toMatchObject({ code: "forbidden" });
    for (const wrong of [
      { from: "demain" },
      { from: "2026-11-20", to: "2026-12-31" },
      { to: "2026-02-30" },
    ]) {
      await expect(showAgenda(ctx, wrong)).rejects.toMatchObject({ code: "invalid_input" });
    }
    const [from, to] = [NOW, new Date(NOW.getTime() + DAY)].map((at) => at.toISOString());
    expect(await showAgenda(ctx, { from, to })).toEqual({
      ...{ from: NOW, to: new Date(NOW.getTime() + DAY), slots: [], busy: [] },
      openings: [],
    });
  });
});
