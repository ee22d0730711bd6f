import { requireActor } from "../accounts/rules.ts";
import { holdTypes } from "../catalogue/activity-types/hold-types.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { compileConditions, settleDay } from "./compile-conditions.server.ts";
import { inForce } from "./keep-alert.server.ts";
import { type Alert, alertConditions, alertInput, pauseInput } from "./schema.ts";
import { pauseAlert, updateAlert } from "./store.server.ts";

/**
 * Another search in the place of one that the caller keeps.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for one that is not theirs.
 */
export async function changeAlert(
  ctx: Context,
  { alertId, ...asked }: { alertId: string; [condition: string]: unknown },
): Promise<Alert> {
  const { userId } = requireActor(ctx);
  const { alertId: id } = parseInput(alertInput, { alertId });
  const settled = settleDay(parseInput(alertConditions, asked), ctx.now());
  const changed = await ctx.db.transaction(async (tx) => {
    await holdTypes(tx);
    const { conditions, compiled } = compileConditions(await inForce(tx, settled), ctx.now());
    return updateAlert(tx, { id, userId, conditions }, compiled);
  });
  return found(changed);
}

/**
 * Pauses an alert of the caller, or goes on with it. Nothing that comes meanwhile is told. Safe to
 * repeat.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for one that is not theirs.
 */
export async function setAlertPaused(ctx: Context, input: unknown): Promise<Alert> {
  const { userId } = requireActor(ctx);
  const { alertId, isPaused } = parseInput(pauseInput, input);
  const pausedAt = isPaused ? ctx.now() : null;
  return found(await ctx.db.transaction((tx) => pauseAlert(tx, { id: alertId, userId, pausedAt })));
}

function found(alert: Alert | null): Alert {
  if (!alert) throw new AppError("not_found");
  return alert;
}
