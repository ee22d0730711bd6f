import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { currentPlan } from "../subscriptions/current-plan.server.ts";
import { rightsOf } from "../subscriptions/rules.ts";

/** The caller's profile (rule: boost). @throws AppError `forbidden` by plan. */
export async function permitBoosts(ctx: Context): Promise<string> {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  if (!rightsOf(await currentPlan(ctx.db, { userId, now: ctx.now() })).boosts) {
    throw new AppError("forbidden", { message: "Le boost fait partie de Premium." });
  }
  return professionalId;
}
