import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { createSession } from "../catalogue/create-session.server.ts";
import { professionalSubscriptions, profiles, stripeEvents } from "../tables.server.ts";
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
  await createSession(makeContext(db, { actor: await actorOf(db, user.id) }), SESSION);
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

dataTest("I7 allows at once what a larger plan allows", async ({ db }) => {
  const { count } = await makeChange(db, "expand");
  expect(await count(400)).toEqual([]);
});
