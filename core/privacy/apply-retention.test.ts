import { getTableName, isTable, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import {
  makeBookingMessage,
  makeBusyTime,
  makeDraft,
  makeGap,
  makeOutsideClient,
  makeSms,
} from "#test/make/diary.ts";
import { makeUser } from "#test/make/people.ts";
import { formatPeriod } from "../durations.ts";
import { cents } from "../money.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import * as tables from "../tables.server.ts";
import { applyRetention } from "./apply-retention.server.ts";
import { RETENTION_LABELS } from "./labels.ts";
import { ACCOUNTS_YEARS, accountsBefore, RETAINED, RETENTION } from "./rules.ts";

const HOUR = 3_600_000;

/** Runs the job at {@link NOW}, moved by this many milliseconds. */
const runAfter = (db: Database, milliseconds: number) =>
  applyRetention(makeContext(db, { now: new Date(NOW.getTime() + milliseconds) }));

async function makeBooking(
  db: Database,
  {
    clientId,
    isPaid,
    paymentStatus,
  }: {
    clientId: string | null;
    isPaid: boolean;
    paymentStatus?: "expired" | "review" | "paid";
  },
) {
  const slot = await makeSlot(db);
  if (isPaid) {
    await db.update(tables.slots).set({ availableSpots: slot.capacity - 1 });
  }
  const [session] = await db.select().from(tables.offerings).limit(1);
  const id = newId();
  const state = isPaid
    ? ({ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW } as const)
    : ({ status: "cancelled", cancelReason: "expired", cancelledAt: NOW } as const);
  await db.insert(tables.bookings).values({
    ...{ id, clientId, buyerEmail: "zoe@example.fr", slotId: slot.id, createdAt: NOW },
    ...{ professionalId: String(session?.professionalId), refundableUntil: NOW },
    ...{ pricePaidCents: cents(4_000), commissionCents: cents(400), ...state },
    ...soldFrom(slot.id),
  });
  const payment = newId();
  await db.insert(tables.payments).values({
    ...{ id: payment, kind: "session_booking", reference: id, description: "Yoga" },
    ...{ amountCents: cents(4_000), payerEmail: "zoe@example.fr", successUrl: "/" },
    ...{ applicationFeeCents: cents(400), expiresAt: NOW, createdAt: NOW },
    status: paymentStatus ?? (isPaid ? "paid" : "expired"),
    paidAt: isPaid ? NOW : null,
  });
  return { id, payment };
}

describe("the table of periods", () => {
  test("has a word for every table of the schema", () => {
    const names = Object.values(tables).filter(isTable).map(getTableName);
    expect(Object.keys(RETAINED).sort()).toEqual(names.sort());
    const used = new Set(
      Object.values(RETAINED).flatMap((by) => (typeof by === "string" ? [] : by)),
    );
    expect([...used].sort()).toEqual([...Object.keys(RETENTION), "accounts"].sort());
  });

  test("is what /confidentialite promises", () => {
    expect(
      [HOUR, 24 * HOUR, 48 * HOUR, 30 * 24 * HOUR, 365 * 24 * HOUR, 3 * 365 * 24 * HOUR].map(
        formatPeriod,
      ),
    ).toEqual(["1 heure", "24 heures", "2 jours", "30 jours", "1 an", "3 ans"]);
    const said = Object.fromEntries(RETENTION_LABELS.map(({ what, howLong }) => [what, howLong]));
    expect(said).toMatchObject({
      "Inscription non confirmée": "24 heures.",
      "Profil professionnel commencé, sans offre choisie": "30 jours.",
      Connexion: "30 jours après votre dernière visite.",
      "Messages et demandes de carte cadeau": expect.stringMatching(/^3 ans,/),
      "Déclarations de rétractation": expect.stringMatching(/^5 ans,/),
      "Adresses IP comptées contre les abus": "1 heure ; pour une réservation, 24 heures.",
    });
    expect(RETENTION.gift_card_messages).toBe(RETENTION.contact_messages);
    expect(ACCOUNTS_YEARS).toBe(10);
    // The years are those of Paris: what was sold there after midnight is of the new one.
    expect(accountsBefore(new Date("2036-12-31T23:30:00Z"))).toEqual(
      new Date("2026-12-31T23:00:00Z"),
    );
  });
});

describe("what the daily job deletes", () => {
  dataTest("is what guests began and never paid, thirty days on; nobody else's", async ({ db }) => {
    const clientId = (await makeUser(db)).id;
    const guest = await makeBooking(db, { clientId: null, isPaid: false });
    const inReview = await makeBooking(db, {
      clientId: null,
      isPaid: false,
      paymentStatus: "review",
    });
    const own = await makeBooking(db, { clientId, isPaid: false });
    const checkout = {
      successUrl: "/",
      cancelUrl: "/",
      priceKey: "premium_monthly",
      expiresAt: NOW,
    };
    await db.insert(tables.subscriptionCheckouts).values([
      { ...checkout, id: newId(), buyerEmail: "a@example.fr", status: "expired", settledAt: NOW },
      { ...checkout, id: newId(), buyerEmail: "b@example.fr", status: "complete", settledAt: NOW },
    ]);
    const left = async () => ({
      bookings: (await db.select().from(tables.bookings)).map(({ id }) => id).sort(),
      payments: (await db.select().from(tables.payments)).map(({ id }) => id).sort(),
      checkouts: (await db.select().from(tables.subscriptionCheckouts)).map(
        (row) => row.buyerEmail,
      ),
    });
    const all = await left();
    await runAfter(db, RETENTION.unpaid_checkouts);
    expect(await left()).toEqual(all);
    for (const turn of [1, 2]) {
      await runAfter(db, RETENTION.unpaid_checkouts + turn);
      expect(await left()).toEqual({
        bookings: [inReview.id, own.id].sort(),
        payments: [inReview.payment, own.payment].sort(),
        checkouts: ["b@example.fr"],
      });
    }
    expect(guest.id).not.toBe(own.id);
  });

  dataTest("are mails, a year after they were written", async ({ db }) => {
    const clientId = (await makeUser(db)).id;
    const { id } = await makeBooking(db, { clientId, isPaid: true });
    await db.insert(tables.mails).values(
      ["booking-confirmed", "booking-received"].map((kind) => ({
        ...{ id: newId(), kind, reference: id, toAddress: "zoe@example.fr", createdAt: NOW },
        ...{ data: { bookingId: id }, status: "sent" as const, sentAt: NOW },
      })),
    );
    await db.update(tables.payments).set({ checkoutSessionId: "cs_1" });
    await runAfter(db, RETENTION.mails);
    expect(await db.$count(tables.mails)).toBe(2);
    await runAfter(db, RETENTION.mails + 1);
    expect(await db.$count(tables.mails)).toBe(0);
    // Both sides were told at the time, which nobody asks for any more.
    const faults = async (milliseconds: number) =>
      (await checkInvariants(db, new Date(NOW.getTime() + milliseconds))).filter((fault) =>
        fault.startsWith("I5"),
      );
    contradict(db, "I5 une réservation payée", "I10 une heure");
    expect(await faults(RETENTION.mails)).toEqual([]);
    expect(await faults(RETENTION.mails - 1)).toHaveLength(2);
  });

  dataTest("are bookings with their money, ten years after their year", async ({ db }) => {
    const clientId = (await makeUser(db)).id;
    const { payment } = await makeBooking(db, { clientId, isPaid: true });
    await db.insert(tables.refunds).values({
      ...{ id: newId(), paymentId: payment, amountCents: cents(100), reason: "outside" },
      status: "succeeded",
    });
    await db.update(tables.payments).set({ refundedCents: cents(100) });
    const runAt = (day: string) => applyRetention(makeContext(db, { now: new Date(day) }));
    await runAt("2036-12-31T22:00:00Z");
    expect(await db.$count(tables.bookings)).toBe(1);
    await runAt("2037-01-02T02:00:00Z");
    for (const table of [tables.bookings, tables.payments, tables.refunds]) {
      expect(await db.$count(table)).toBe(0);
    }
  });

  dataTest("are slots that nobody booked, a month on, but an offering's latest", async ({ db }) => {
    const session = await makeSession(db);
    const startAt = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
    const free = await makeSlot(db, { session, start: startAt(1) });
    const outside = await makeSlot(db, { session, start: startAt(2) });
    await makeOutsideClient(db, { slotId: outside.id });
    const [proposed, instead] = await Promise.all(
      [3, 4].map((hours) => makeSlot(db, { session, start: startAt(hours) })),
    );
    if (!proposed || !instead) throw new Error("nothing was made");
    await db.insert(tables.proposals).values({
      ...{ id: newId(), professionalId: session.professionalId, withdraws: false },
      ...{ fromSlotId: proposed.id, toSlotId: instead.id, expiresAt: NOW },
    });
    const booked = await makeBooking(db, { clientId: (await makeUser(db)).id, isPaid: true });
    const [{ slotId = "" } = {}] = await db.select().from(tables.bookings);
    const kept = [outside.id, proposed.id, instead.id, slotId].toSorted();
    const left = async () => (await db.select().from(tables.slots)).map(({ id }) => id).toSorted();
    contradict(db, "I10 une heure");
    await runAfter(db, RETENTION.unbooked_slots + HOUR - 1);
    expect(await left()).toEqual([free.id, ...kept].toSorted());
    await runAfter(db, RETENTION.unbooked_slots + 48 * HOUR);
    expect(await left()).toEqual(kept);
    expect(booked.id).toBeTruthy();
  });

  dataTest(
    "are secrets that wait for nobody, and events that cannot come again",
    async ({ db }) => {
      await db.insert(tables.mails).values({
        ...{ id: newId(), kind: "reset-password", reference: newId(), toAddress: "zoe@example.fr" },
        ...{ secrets: { token: "secret" }, createdAt: NOW },
      });
      await db.insert(tables.stripeEvents).values([
        ...[NOW, null].map((processedAt, index) => ({
          ...{
            id: `evt_${index}`,
            type: "charge.refunded",
            livemode: false,
            createdAt: NOW,
            processedAt,
          },
        })),
      ]);
      await runAfter(db, RETENTION.unsent_mails);
      expect((await db.select().from(tables.mails))[0]?.secrets).not.toBeNull();
      await runAfter(db, RETENTION.unsent_mails + 1);
      expect(await db.select().from(tables.mails)).toMatchObject([
        { status: "dropped", secrets: null },
      ]);
      await runAfter(db, RETENTION.processed_events);
      expect(await db.$count(tables.stripeEvents)).toBe(2);
      await runAfter(db, RETENTION.processed_events + 1);
      // An unprocessed event stays, however old, because somebody has to look at it.
      expect((await db.select().from(tables.stripeEvents)).map(({ id }) => id)).toEqual(["evt_1"]);
    },
  );

  dataTest("is deleted of every kind that can be, when one cannot", async ({ db }) => {
    await db.insert(tables.mails).values({
      ...{ id: newId(), kind: "reset-password", reference: newId(), toAddress: "zoe@example.fr" },
      ...{ createdAt: NOW, status: "sent", sentAt: NOW },
    });
    await db.execute(sql`alter table messages rename to elsewhere`);
    await db.execute(sql`alter table stripe_events rename to elsewhere_too`);
    const failed = await runAfter(db, RETENTION.mails + 1).catch((error) => error);
    expect(failed.errors.map(({ message }: Error) => message)).toEqual([
      "messages could not be done",
      "events could not be done",
    ]);
    expect(await db.$count(tables.mails)).toBe(0);
    await db.execute(sql`alter table elsewhere rename to messages`);
    await db.execute(sql`alter table elsewhere_too rename to stripe_events`);
  });

  dataTest(
    "are hours, letters, numbers, names, drafts and counts that are over",
    async ({ db }) => {
      const clientId = (await makeUser(db)).id;
      const { id: bookingId } = await makeBooking(db, { clientId, isPaid: true });
      // Its hour is taken by hand, and gone when it would still be to come.
      contradict(db, "I10 une heure");
      await db.update(tables.bookings).set({ smsNumber: "+33639980001", smsAgreedAt: NOW });
      const [slot] = await db.select().from(tables.slots);
      const [session] = await db.select().from(tables.offerings);
      if (!slot || !session) throw new Error("nothing was made");
      const { professionalId } = session;
      const hour = { start: NOW, end: new Date(NOW.getTime() + HOUR) };
      await makeBusyTime(db, { professionalId, ...hour });
      await makeGap(db, { professionalId, ...hour });
      await db.update(tables.slots).set({ isOccupied: true });
      const taken = { id: newId(), professionalId, slotId: slot.id };
      const during = `[${slot.startDatetime.toISOString()},${slot.endDatetime.toISOString()})`;
      await db.insert(tables.occupied).values({ ...taken, during });
      await makeOutsideClient(db, { slotId: slot.id });
      await makeDraft(db, { professionalId });
      await makeBookingMessage(db, { bookingId });
      await makeSms(db, { reference: bookingId, status: "sent" });
      const past = { offeringId: session.id, startsAt: NOW, cents: cents(4_000) };
      await db.insert(tables.pastSlotPrices).values({ ...past, fromAt: NOW, untilAt: NOW });
      await db
        .insert(tables.dailyViews)
        .values({ day: NOW.toISOString().slice(0, 10), offeringId: session.id, views: 3 });

      const left = async () => {
        const [booking] = await db.select().from(tables.bookings);
        const [letter] = await db.select().from(tables.bookingMessages);
        const [message] = await db.select().from(tables.sms);
        const [outside] = await db.select().from(tables.outsideClients);
        const kept = {
          hours: await db.$count(tables.busyTimes),
          gaps: await db.$count(tables.gaps),
          taken: await db.$count(tables.occupied),
          prices: await db.$count(tables.pastSlotPrices),
          drafts: await db.$count(tables.offeringDrafts),
          views: await db.$count(tables.dailyViews),
          number: booking?.smsNumber === null ? 0 : 1,
          messages: message?.toNumber ? 1 : 0,
          names: outside?.name ? 1 : 0,
          letters: letter?.text ? 1 : 0,
        };
        return Object.entries(kept).flatMap(([what, count]) => (count > 0 ? [what] : []));
      };
      const all = await left();
      expect(all).toHaveLength(10);
      const stages: [after: number, gone: string[]][] = [
        [RETENTION.sms_numbers - 1, []],
        [RETENTION.sms_numbers, ["prices", "messages"]],
        [RETENTION.past_hours + HOUR, ["hours", "gaps"]],
        // The slot begins a day later.
        [RETENTION.sms_numbers + 24 * HOUR, ["number"]],
        [RETENTION.past_hours + 24 * HOUR, []],
        [RETENTION.past_hours + 25 * HOUR, ["taken"]],
        [RETENTION.outside_names + 24 * HOUR, ["names"]],
        [RETENTION.offering_drafts, ["drafts"]],
        [RETENTION.letters, ["letters", "views"]],
      ];
      const gone: string[] = [];
      for (const [after, further] of stages) {
        gone.push(...further);
        for (const _ of ["once", "again"]) await runAfter(db, after);
        expect(await left()).toEqual(all.filter((what) => !gone.includes(what)));
      }
      // The mark of a taken hour stays when its row goes; only to come does it need one.
      const faults = async (milliseconds: number) =>
        (await checkInvariants(db, new Date(NOW.getTime() + milliseconds))).filter((fault) =>
          fault.startsWith("I10 une heure"),
        );
      expect(await faults(RETENTION.past_hours)).toEqual([]);
      expect(await faults(0)).toHaveLength(1);
      expect(await db.$count(tables.outsideClients)).toBe(1);
      expect(await db.$count(tables.sms)).toBe(1);
    },
  );

  dataTest("is in the end all of it, however much there is", async ({ db }) => {
    await db.execute(sql`
      insert into stripe_events (id, type, livemode, created_at, processed_at)
      select 'evt_' || i, 'charge.refunded', false, ${NOW}, ${NOW} from generate_series(1, 4500) i`);
    // A turn that had no time for all of it asks for another.
    const asksAgain = async () =>
      (await db.execute(sql`delete from pgboss.job where name = 'apply-retention'`)).rowCount;
    do await runAfter(db, RETENTION.processed_events + 1);
    while (await asksAgain());
    expect(await db.$count(tables.stripeEvents)).toBe(0);
  });
});
