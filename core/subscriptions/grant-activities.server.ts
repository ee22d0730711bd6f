import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { rightsOf } from "./rules.ts";
import { currentPlan } from "./show-subscription.server.ts";
import { copyPlanToProfile, grantTo, lockSubscriber } from "./store.server.ts";

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
    await copyPlanToProfile(tx, userId, plan, now);
    await recordAct(ctx, tx, {
      act: granted ? "activities_granted" : "activities_revoked",
      ...{ object: { kind: "account", id: userId }, personId: userId },
      ...{ reason, after: { activitiesGranted: granted } },
    });
    return granted || rightsOf(plan).opensActivities;
  });
}
