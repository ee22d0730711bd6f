import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import type { Leaver } from "../mailbox.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { anonymiseCheckouts, listOpenGuestCheckouts } from "./checkouts/store.server.ts";
import { rightsOf } from "./rules.ts";
import { currentPlan } from "./show-subscription.server.ts";
import { endFreePlan, grantTo, lockSubscriber, mirrorPlan } from "./store.server.ts";

const grantInput = z.object({ email: emailAddress, granted: z.boolean(), reason: requiredReason });

/**
 * True while a paid plan allows it too (rule: activity-rights).
 * @throws AppError `not_found` for nobody, `forbidden` to all but administration.
 */
export async function grantActivities(ctx: Context, input: z.input<typeof grantInput>) {
  requireOperator(ctx, "administration");
  const { email, granted, reason } = parseInput(grantInput, input);
  return ctx.db.transaction(async (tx) => {
    const userId = await grantTo(tx, email, granted);
    if (userId === null) throw new AppError("not_found");
    await lockSubscriber(tx, userId);
    const now = ctx.now();
    const plan = await currentPlan(tx, { userId, now });
    await mirrorPlan(tx, userId, plan, now);
    await recordAct(ctx, tx, {
      act: granted ? "activities_granted" : "activities_revoked",
      ...{ object: { kind: "account", id: userId }, personId: userId },
      ...{ reason, after: { activitiesGranted: granted } },
    });
    return granted || rightsOf(plan).opensActivities;
  });
}

/** A job ends a billed plan at the provider; payments stay, nameless (rule: account-deletion). */
export async function anonymiseSubscriber(ctx: Context, tx: Transaction, leaver: Leaver) {
  const { userId } = leaver;
  await lockSubscriber(tx, userId);
  const now = ctx.now();
  if (await endFreePlan(tx, userId, now)) await mirrorPlan(tx, userId, null, now);
  await anonymiseCheckouts(tx, leaver);
  const guestCheckoutIds = await listOpenGuestCheckouts(tx, leaver.email);
  await ctx.jobs.send(tx, "stop-billing", { userId, guestCheckoutIds });
}
