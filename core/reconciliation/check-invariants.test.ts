import { eq, type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest, untilWaiting } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { createOffering } from "../catalogue/authoring/create-offering.server.ts";
import { DAY, HOUR } from "../durations.ts";
import { cents } from "../money.ts";
import { occupySlot } from "../occupancy/occupy-slot.server.ts";
import { writeCuts } from "../prices/write-prices.server.ts";
import {
  bookings,
  mails,
  occupied,
  offerings,
  payments,
  professionalSubscriptions,
  profiles,
  proposalAnswers,
  proposals,
  slotPrices,
  slots,
  stripeEvents,
} from "../tables.server.ts";
import { checkInvariants } from "./check-invariants.server.ts";

const SESSION = {
  ...{ title: "Yoga du soir", description: "Une heure pour souffler.", category: "Yoga" },
  ...{ price: 20, city: "Lyon", date: "2026-11-27", startTime: "18:30" },
};

/** Forty of Premium's fifty sessions of this month, the last by the use case; then another plan. */
async function makeChange(db: Database, planType: string | null) {
  const month = { quotaAnchor: NOW, lastQuotaReset: NOW };
  const user = await makeUser(db, { isPro: true, sessionCount: 39, ...month });
  await makePlan(db, { userId: user.id, planType: "premium", stripeSubscriptionId: "sub_1" });
  await makeProfessional(db, { user });
  await createOffering(makeContext(db, { actor: await actorOf(db, user.id) }), "session", SESSION);
  const now = planType === null ? { status: "inactive" as const } : { planType };
  await db
    .update(professionalSubscriptions)
    .set(now)
    .where(eq(professionalSubscriptions.userId, user.id));
  await db.update(profiles).set({ subscriptionPlan: planType }).where(eq(profiles.id, user.id));
  await db.insert(stripeEvents).values({
    ...{ id: "evt_1", type: "customer.subscription.updated", objectId: "sub_1" },
    ...{ livemode: false, createdAt: NOW, receivedAt: NOW, processedAt: NOW },
  });
  const count = async (sessionCount: number) => {
    await db.update(profiles).set({ sessionCount }).where(eq(profiles.id, user.id));
    return (await checkInvariants(db, NOW)).map((fault) => fault.slice(0, 2));
  };
  return { count };
}

for (const planType of ["free", null]) {
  dataTest(`I7 judges a month in which Premium became ${planType ?? "nothing"}`, async ({ db }) => {
    const { count } = await makeChange(db, planType);
    expect(await checkInvariants(db, NOW)).toEqual([]);
    expect(await count(50)).toEqual([]);
    expect(await count(51)).toEqual(["I7"]);
    contradict(db, "I7");
  });
}

dataTest("I4 judges a booking by the rate that it was made at", async ({ db }) => {
  const slot = await makeSlot(db, { availableSpots: 0, capacity: 2 });
  const [session] = await db.select().from(offerings);
  const id = newId();
  const client = await makeUser(db);
  await db.insert(bookings).values({
    ...{ id, clientId: client.id, buyerEmail: client.email, slotId: slot.id, createdAt: NOW },
    ...{ professionalId: String(session?.professionalId), refundableUntil: NOW },
    ...{ pricePaidCents: cents(3_990), commissionCents: cents(499), commissionRate: 1_250 },
    ...soldFrom(slot.id),
  });
  await db.insert(payments).values({
    ...{ id: newId(), kind: "session_booking", reference: id, description: "Yoga" },
    ...{ amountCents: cents(3_990), applicationFeeCents: cents(499), payerEmail: client.email },
    ...{ successUrl: "/", expiresAt: NOW, createdAt: NOW },
  });
  const found = async (commissionRate: number) => {
    await db.update(bookings).set({ commissionRate });
    return (await checkInvariants(db, NOW)).filter((fault) => fault.startsWith("I4"));
  };
  expect(await found(1_250)).toEqual([]);
  expect(await found(1_000)).toHaveLength(1);
  contradict(db, "I4", "I10 une heure");
});

dataTest("I5 finds every booking that was told to nobody, some at a time", async ({ db }) => {
  const slot = await makeSlot(db, { availableSpots: 0, capacity: 5 });
  const [session] = await db.select().from(offerings);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const [id, client] = [newId(), await makeUser(db)];
    ids.push(id);
    const price = { pricePaidCents: cents(4_000), commissionCents: cents(400) };
    await db.insert(bookings).values({
      ...{ id, clientId: client.id, buyerEmail: client.email, slotId: slot.id, createdAt: NOW },
      ...{ professionalId: String(session?.professionalId), refundableUntil: NOW, ...price },
      ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW },
      ...soldFrom(slot.id),
    });
    await db.insert(payments).values({
      ...{ id: newId(), kind: "session_booking", reference: id, description: "Yoga" },
      ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), payerEmail: client.email },
      ...{ successUrl: "/", expiresAt: NOW, createdAt: NOW, paidAt: NOW },
      ...{ status: "paid", checkoutSessionId: `cs_${id}` },
    });
  }
  contradict(db, "I5", "I10 une heure");
  for (const batch of [1, 2, 5, 50_000]) {
    const told = (await checkInvariants(db, NOW, batch)).filter((fault) => fault.startsWith("I5"));
    const expected = ids.flatMap((id) => [
      `${id} (sans booking-confirmed)`,
      `${id} (sans booking-received)`,
    ]);
    expect(told.map((fault) => fault.split(": ")[1]).sort()).toEqual(expected.sort());
  }
});

dataTest("is not cut off by the limits that other questions have", async ({ db }) => {
  const pool = new pg.Pool({
    connectionString: String(db.$client.options.connectionString),
    options: "-c statement_timeout=1000 -c lock_timeout=1000",
  });
  onTestFinished(() => pool.end());
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`lock table ${mails}`);
      const checked = checkInvariants(createDatabase(pool), NOW);
      checked.catch(() => {});
      await untilWaiting(db, 1);
      await tx.execute(sql`select pg_sleep(1.5)`);
      return { checked };
    })
    .then(async ({ checked }) => expect(await checked).toEqual([]));
});

dataTest("I7 allows at once what a larger plan allows", async ({ db }) => {
  const { count } = await makeChange(db, "expand");
  expect(await count(400)).toEqual([]);
});

dataTest("I11 compares what was paid with the steps of its slot", async ({ db }) => {
  const start = new Date(NOW.getTime() + 48 * HOUR);
  const fallSteps = [{ hours: 24, percent: 10 }];
  const session = await makeSession(db, { fallSteps });
  const slot = await makeSlot(db, { session, start });
  await db.transaction((tx) => writeCuts(tx, [{ id: slot.id, start }], session));
  const found = async () =>
    (await checkInvariants(db, NOW))
      .filter((fault) => fault.startsWith("I11"))
      .map((fault) => fault.slice("I11 ".length, fault.indexOf(": ")))
      .sort();
  expect(await found()).toEqual([]);
  const follows = "un créneau jamais retenu suit le prix de son offre";
  const falls = "un prix baisse en cinq étapes au plus, dans les 24 heures, jusqu'au plancher";
  const costs = "une réservation coûte le prix de son instant";
  const shown = "personne ne paie plus que le prix affiché";
  // The offering's price was changed without its slots'.
  await db.update(offerings).set({ priceCents: cents(5_000) });
  expect(await found()).toEqual([follows]);
  await db.update(offerings).set({ priceCents: cents(4_000), fallSteps: null });
  expect(await found()).toEqual([follows]);
  await db.update(offerings).set({ fallSteps: [...fallSteps, { hours: 2, percent: 20 }] });
  expect(await found()).toEqual([follows]);
  await db.update(offerings).set({ fallSteps });
  expect(await found()).toEqual([]);
  // Frozen, then bought a moment before the cut and a moment after, each at its price.
  await db.update(slots).set({ pricesFrozenAt: NOW, priceCents: cents(4_000) });
  const cut = new Date(start.getTime() - 24 * HOUR);
  const book = async (createdAt: Date, paid: number, amountShown: number | null) => {
    const client = await makeUser(db);
    const id = newId();
    await db.insert(bookings).values({
      ...{ id, clientId: client.id, buyerEmail: client.email, slotId: slot.id, createdAt },
      ...{ professionalId: session.professionalId, refundableUntil: NOW },
      ...{ pricePaidCents: cents(paid), commissionCents: cents(paid / 10) },
      amountShown: amountShown === null ? null : cents(amountShown),
      ...soldFrom(slot.id),
    });
    return eq(bookings.id, id);
  };
  const early = await book(new Date(cut.getTime() - 1), 4_000, 4_000);
  const late = await book(cut, 3_600, 4_000);
  expect(await found()).toEqual([]);
  await db
    .update(bookings)
    .set({ pricePaidCents: cents(3_600) })
    .where(early);
  expect(await found()).toEqual([costs]);
  await db
    .update(bookings)
    .set({ pricePaidCents: cents(4_000) })
    .where(early);
  await db
    .update(bookings)
    .set({ amountShown: cents(3_599) })
    .where(late);
  expect(await found()).toEqual([shown]);
  await db.update(bookings).set({ amountShown: null }).where(late);
  // Steps that no rule would make.
  for (const wrong of [
    { fromAt: new Date(cut.getTime() - 1) },
    { fromAt: start },
    { cents: cents(4_000) },
  ]) {
    await db.update(slotPrices).set(wrong);
    expect(await found(), JSON.stringify(wrong)).toContain(falls);
    await db.update(slotPrices).set({ fromAt: cut, cents: cents(3_600) });
  }
  expect(await found()).toEqual([]);
  const six = [1, 2, 3, 4, 5].map((hours) => ({
    ...{ slotId: slot.id, fromAt: new Date(start.getTime() - hours * HOUR) },
    cents: cents(1_000 + 100 * hours),
  }));
  await db.insert(slotPrices).values(six);
  expect(await found()).toEqual([falls]);
  contradict(db, "I11", "I1", "I2", "I4");
});

/** A slot in a day that somebody has booked for nothing, with its hour and mark as `marked` says. */
async function makeTaken(
  db: Database,
  professional: { id: string },
  { marked = true, isParallel = false } = {},
) {
  const session = await makeSession(db, { professional, priceCents: 0 });
  const slot = await makeSlot(db, { session, availableSpots: 7, isParallel });
  const client = await makeUser(db);
  await db.insert(bookings).values({
    ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
    ...{ professionalId: professional.id, pricePaidCents: cents(0), commissionCents: cents(0) },
    ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW, refundableUntil: NOW },
    ...soldFrom(slot.id),
  });
  if (marked) await db.transaction((tx) => occupySlot(tx, slot.id, NOW));
  return slot;
}

dataTest("I10 finds somebody who was sold at two places at once", async ({ db }) => {
  const professional = await makeProfessional(db);
  const slot = await makeTaken(db, professional);
  const other = await makeTaken(db, professional, { isParallel: true });
  expect(await checkInvariants(db, NOW)).toEqual([]);
  // Sold side by side, and no longer said to be so.
  await db.update(slots).set({ isParallel: false });
  const faults = await checkInvariants(db, NOW);
  expect(faults[0]).toBe(
    `I10 personne n'est en deux lieux à la fois: ${slot.id} (touche ${other.id}, pris aussi)`,
  );
  expect(await checkInvariants(db, new Date(NOW.getTime() + 2 * DAY))).not.toContain(faults[0]);
  contradict(db, "I10");
});

dataTest(
  "I10 lets a proposed hour touch the old one until it is answered, and no longer",
  async ({ db }) => {
    const professional = await makeProfessional(db);
    const old = await makeTaken(db, professional);
    const proposed = await makeTaken(db, professional, { isParallel: true });
    await db.update(slots).set({ isParallel: false });
    const atTwo = async () =>
      (await checkInvariants(db, NOW)).filter((fault) => fault.includes("deux lieux"));
    expect(await atTwo()).toHaveLength(1);
    const [booking] = await db.select().from(bookings).where(eq(bookings.slotId, old.id));
    const proposalId = newId();
    await db.insert(proposals).values({
      ...{ id: proposalId, professionalId: professional.id, withdraws: false, expiresAt: NOW },
      ...{ fromSlotId: old.id, toSlotId: proposed.id, createdAt: NOW },
    });
    const answer = { bookingId: String(booking?.id), secretHash: newId() };
    await db.insert(proposalAnswers).values({ id: newId(), proposalId, ...answer });
    expect(await atTwo()).toEqual([]);
    for (const given of ["accepted", "refused", "lapsed"] as const) {
      await db.update(proposalAnswers).set({ answer: given, answeredAt: NOW });
      expect(await atTwo()).toHaveLength(1);
    }
    // Given up, the old hour is left with the refund, which comes a moment after the answer.
    await db.update(proposals).set({ withdraws: true });
    expect(await atTwo()).toEqual([]);
    const ended = { status: "cancelled", paymentStatus: "refunded", cancelledAt: NOW } as const;
    await db
      .update(bookings)
      .set({ ...ended, cancelReason: "professional" })
      .where(eq(bookings.slotId, old.id));
    expect(await atTwo()).toEqual([]);
    contradict(db, "I1", "I2", "I5", "I10", "I13");
  },
);

dataTest("I10 finds an hour without its row or mark, and one that nobody has", async ({ db }) => {
  const professional = await makeProfessional(db);
  const slot = await makeTaken(db, professional, { marked: false });
  const faults = async () => (await checkInvariants(db, NOW)).map((fault) => fault.slice(-60));
  expect(await faults()).toEqual([expect.stringContaining("absente, avec place prise")]);
  await db.transaction((tx) => occupySlot(tx, slot.id, NOW));
  expect(await faults()).toEqual([]);
  await db.update(slots).set({ isOccupied: false });
  expect(await faults()).toHaveLength(1);
  await db.update(slots).set({ isOccupied: true });
  await db.update(occupied).set({ during: '["2026-11-21 09:00Z","2026-11-21 09:30Z")' });
  expect(await faults()).toHaveLength(1);
  await db.delete(bookings).where(eq(bookings.slotId, slot.id));
  expect(await faults()).toEqual([expect.stringContaining("sans place prise")]);
  contradict(db, "I10");
});

dataTest("I13 finds what search shows and cannot be booked, and what it hides", async ({ db }) => {
  const slot = await makeSlot(db);
  const faults = async () => (await checkInvariants(db, NOW)).map((fault) => fault.split("(")[1]);
  const shown = (values: SQL) => db.execute(sql`update listed_slots set ${values}`);
  expect(await faults()).toEqual([]);
  await db.update(slots).set({ isActive: false });
  expect(await faults()).toEqual(["trouvable, mais pas réservable)"]);
  await db.update(slots).set({ isActive: true });
  for (const [wrong, right] of [
    [sql`cents = cents + 1`, sql`cents = cents - 1`],
    [sql`seats = seats - 1`, sql`seats = seats + 1`],
    [
      sql`starts_at = starts_at + interval '1 hour'`,
      sql`starts_at = starts_at - interval '1 hour'`,
    ],
    [sql`cut_day = 1`, sql`cut_day = 0`],
    [sql`cell = cell + 1`, sql`cell = cell - 1`],
  ] as const) {
    await shown(wrong);
    expect(await faults()).toEqual([expect.stringMatching(/^trouvé autrement : /)]);
    await shown(right);
  }
  await db.execute(sql`delete from listed_slots where slot_id = ${slot.id}`);
  expect(await faults()).toEqual(["réservable, mais introuvable)"]);
  contradict(db, "I13");
});
