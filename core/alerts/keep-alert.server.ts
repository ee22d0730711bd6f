import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { holdTypes, nameInForce } from "../catalogue/activity-types/hold-types.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { compileConditions, settleDay } from "./compile-conditions.server.ts";
import { claimAlerts } from "./guests/claim-alerts.server.ts";
import { MOST_ALERTS } from "./rules.ts";
import { type Alert, type AlertConditions, alertConditions, type Owner } from "./schema.ts";
import { insertAlert, listOwn, lockOwner } from "./store.server.ts";

/**
 * Keeps a search for the caller, who is told from then on of every slot that comes to fit it (rule:
 * alerts). The same search twice is one: the answer is the first.
 *
 * @param input the conditions of a search; « today » and « tomorrow » mean that day.
 * @throws AppError `unauthenticated`, `invalid_input`, also for a place that is not known, and
 * `conflict` beyond the number that one person may keep.
 */
export async function keepAlert(ctx: Context, input: unknown): Promise<Alert> {
  const actor = requireActor(ctx);
  const now = ctx.now();
  const conditions = settleDay(parseInput(alertConditions, input), now);
  await claimAlerts(ctx, actor);
  const owner = { userId: actor.userId };
  return ctx.db.transaction((tx) => addAlert(tx, owner, { conditions, now, most: MOST_ALERTS }));
}

/**
 * Keeps a search for its owner, unless they keep the same.
 *
 * @param alert.most the number that they may keep.
 * @throws AppError as {@link keepAlert}.
 */
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

/** The same conditions by the name that their category has now (rule: category-care). */
export async function inForce(
  tx: Transaction,
  conditions: AlertConditions,
): Promise<AlertConditions> {
  const { category } = conditions;
  return category ? { ...conditions, category: await nameInForce(tx, category) } : conditions;
}

function isSame(one: object, other: object): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).sort());
  return sorted(one) === sorted(other);
}
