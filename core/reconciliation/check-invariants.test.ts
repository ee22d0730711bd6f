import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { createOffering } from "../catalogue/authoring/create-offering.server.ts";
import { cents } from "../money.ts";
import {
  bookings,
  mails,
  offerings,
  payments,
  professionalSubscriptions,
  profiles,
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
  });
  await db.insert(payments).values({
    ...{ id: newId(), kind: "session_booking", reference: id, description: "Yoga" },
    ...{ amountCents: cents(3_990), applicationFeeCents: cents(499), payerEmail: client.email },
    ...{ successUrl: "/", cancelToken: id, expiresAt: NOW, createdAt: NOW },
  });
  const found = async (commissionRate: number) => {
    await db.update(bookings).set({ commissionRate });
    return (await checkInvariants(db, NOW)).filter((fault) => fault.startsWith("I4"));
  };
  expect(await found(1_250)).toEqual([]);
  expect(await found(1_000)).toHaveLength(1);
  contradict(db, "I4");
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
    });
    await db.insert(payments).values({
      ...{ id: newId(), kind: "session_booking", reference: id, description: "Yoga" },
      ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), payerEmail: client.email },
      ...{ successUrl: "/", cancelToken: id, expiresAt: NOW, createdAt: NOW, paidAt: NOW },
      ...{ status: "paid", checkoutSessionId: `cs_${id}` },
    });
  }
  contradict(db, "I5");
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
    options: "-c statement_timeout=50 -c lock_timeout=50",
  });
  onTestFinished(() => pool.end());
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`lock table ${mails}`);
      const checked = checkInvariants(createDatabase(pool), NOW);
      await tx.execute(sql`select pg_sleep(0.3)`);
      checked.catch(() => {});
      return { checked };
    })
    .then(async ({ checked }) => expect(await checked).toEqual([]));
});

dataTest("I7 allows at once what a larger plan allows", async ({ db }) => {
  const { count } = await makeChange(db, "expand");
  expect(await count(400)).toEqual([]);
});
