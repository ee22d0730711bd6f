import { type Transaction, whyUnreachable } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { holdTypes, nameInForce } from "../catalogue/activity-types/manage-types.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { compileConditions, settleDay } from "./compile-conditions.server.ts";
import { countFound } from "./finds/store.server.ts";
import { claimAlerts } from "./guests/claim-alerts.server.ts";
import { MAX_ALERTS } from "./rules.ts";
import {
  type Alert,
  type AlertConditions,
  alertConditions,
  alertInput,
  type Owner,
  pauseInput,
} from "./schema.ts";
import {
  deleteAlert,
  insertAlert,
  listOwn,
  lockOwner,
  pauseAlert,
  updateAlert,
} from "./store.server.ts";

export { dropAlerts } from "./store.server.ts";

/** Returns the first of two equal searches (rule: alerts). @throws AppError `conflict` */
export async function keepAlert(ctx: Context, input: unknown): Promise<Alert> {
  const actor = requireActor(ctx);
  const now = ctx.now();
  const conditions = settleDay(parseInput(alertConditions, input), now);
  await claimAlerts(ctx, actor);
  const owner = { userId: actor.userId };
  return ctx.db.transaction((tx) => addAlert(tx, owner, { conditions, now, most: MAX_ALERTS }));
}

/** Keeps a search unless its owner keeps the same. @throws AppError as {@link keepAlert}. */
export async function addAlert(
  tx: Transaction,
  owner: Owner,
  { conditions: asked, now, most }: { conditions: AlertConditions; now: Date; most: number },
): Promise<Alert> {
  await holdTypes(tx);
  const { conditions, compiled } = compileConditions(await inForce(tx, asked), now);
  await lockOwner(tx, owner);
  const own = await listOwn(tx, owner);
  const same = own.find((alert) => isSame(alert.conditions, conditions));
  if (same) return same;
  if (own.length >= most) {
    throw new AppError("conflict", {
      message: `Vous avez déjà ${most} alertes. Supprimez-en une d'abord.`,
    });
  }
  return insertAlert(tx, { owner, conditions, now }, compiled);
}

/** Writes the name that the category has now (rule: category-care). */
async function inForce(tx: Transaction, conditions: AlertConditions): Promise<AlertConditions> {
  const { category } = conditions;
  return category ? { ...conditions, category: await nameInForce(tx, category) } : conditions;
}

function isSame(one: object, other: object): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).sort());
  return sorted(one) === sorted(other);
}

/** @throws AppError `unauthenticated`. */
export async function listAlerts(ctx: Context): Promise<Alert[]> {
  const actor = requireActor(ctx);
  await claimAlerts(ctx, actor);
  return listOwn(ctx.db, { userId: actor.userId });
}

/**
 * Counts with each alert the slots told that can still be booked (rule: alerts).
 * @throws AppError `unauthenticated`.
 */
export async function listFound(ctx: Context): Promise<(Alert & { found: number })[]> {
  const actor = requireActor(ctx);
  const { userId } = actor;
  await claimAlerts(ctx, actor).catch((error: unknown) => {
    // They are claimed the next time: what is theirs already can be read while nothing is written.
    if (whyUnreachable(error) === null) throw error;
    ctx.log.warn({ err: error }, "kept searches could not be claimed");
  });
  const [alerts, counts] = await Promise.all([
    listOwn(ctx.readers.fresh, { userId }),
    countFound(ctx.readers.fresh, userId, ctx.now()),
  ]);
  return alerts.map((alert) => ({ ...alert, found: counts.get(alert.id) ?? 0 }));
}

/** @throws AppError `not_found` for one that is not theirs. */
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

/** Nothing that comes during a pause is told. @throws AppError `not_found` */
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

/** @throws AppError `unauthenticated`, `invalid_input`. */
export async function removeAlert(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const { alertId } = parseInput(alertInput, input);
  await deleteAlert(ctx.db, alertId, { userId });
}
