import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { COMMAND_LINE } from "../operators/rules.ts";
import { profiles } from "../tables.server.ts";
import { recordPlan } from "./checkouts/begin-subscription.server.ts";
import { grantActivities } from "./grant-activities.server.ts";

dataTest("the operator's word opens activities, and outlives a change of plan", async ({ db }) => {
  const { id, email } = await makeUser(db, { isPro: true });
  const ctx = makeContext(db, { operator: COMMAND_LINE });
  const can = async () => {
    const [row] = await db.select().from(profiles).where(eq(profiles.id, id));
    return row?.canCreateActivities;
  };
  expect(
    await grantActivities(ctx, {
      email: email.toUpperCase(),
      granted: true,
      reason: "Pour un essai.",
    }),
  ).toBe(true);
  await db.transaction((tx) => recordPlan(ctx, tx, { userId: id, planId: "free" }));
  expect(await can()).toBe(true);
  expect(await grantActivities(ctx, { email, granted: false, reason: "Pour un essai." })).toBe(
    false,
  );
  expect(await can()).toBe(false);
  await expect(
    grantActivities(ctx, { email: "personne@example.fr", granted: true, reason: "Pour un essai." }),
  ).rejects.toMatchObject({ code: "not_found" });
});
