import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { currentPlan } from "./current-plan.server.ts";
import { rightsOf } from "./rules.ts";
import { grantTo, lockSubscriber, mirrorPlan } from "./store.server.ts";

const grantInput = z.object({ email: emailAddress, granted: z.boolean() });

/**
 * Lets somebody create activities whatever their plan, or takes that back (rule: activity-rights).
 * For the operator's command line only.
 *
 * @returns whether they can create activities now: a paid plan still allows it.
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function grantActivities(
  ctx: Context,
  input: z.input<typeof grantInput>,
): Promise<boolean> {
  const { email, granted } = parseInput(grantInput, input);
  return ctx.db.transaction(async (tx) => {
    const userId = await grantTo(tx, email, granted);
    if (userId === null) throw new AppError("not_found");
    await lockSubscriber(tx, userId);
    const now = ctx.now();
    const plan = await currentPlan(tx, { userId, now });
    await mirrorPlan(tx, userId, plan, now);
    return granted || rightsOf(plan).opensActivities;
  });
}
