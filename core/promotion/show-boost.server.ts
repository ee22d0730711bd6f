import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { currentPlan } from "../subscriptions/current-plan.server.ts";
import { rightsOf } from "../subscriptions/rules.ts";
import { boostDays, boostMonth } from "./rules.ts";
import type { BoostPage, BoostView } from "./schema.ts";
import { listBoostable, listBoosts } from "./store.server.ts";

/** From this month on. @throws AppError `forbidden` by plan. */
export async function showBoost(ctx: Context): Promise<BoostPage> {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const now = ctx.now();
  const [plan, boosts, sessions] = await Promise.all([
    currentPlan(ctx.db, { userId, now }),
    listBoosts(ctx.db, professionalId, boostMonth(dayKey(now))),
    listBoostable(ctx.db, professionalId),
  ]);
  const spent = new Set(
    boosts.filter(({ from }) => from <= now).map(({ from }) => boostMonth(dayKey(from))),
  );
  return {
    isOpen: rightsOf(plan).boosts,
    boosts: boosts.map((boost) => viewBoost(boost, now)),
    sessions,
    days: boostDays(now).filter((day) => !spent.has(boostMonth(day))),
  };
}

export function viewBoost(boost: Omit<BoostView, "state">, now: Date): BoostView {
  const state = boost.from > now ? "coming" : boost.until > now ? "now" : "over";
  return { ...boost, state };
}
