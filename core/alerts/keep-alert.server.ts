import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { compileConditions, settleDay } from "./compile-conditions.server.ts";
import { MOST_ALERTS } from "./rules.ts";
import { type Alert, alertConditions } from "./schema.ts";
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
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const conditions = settleDay(parseInput(alertConditions, input), now);
  const compiled = compileConditions(conditions, now);
  return ctx.db.transaction(async (tx) => {
    await lockOwner(tx, userId);
    const own = await listOwn(tx, userId);
    const same = own.find((alert) => isSame(alert.conditions, conditions));
    if (same) return same;
    if (own.length >= MOST_ALERTS) {
      throw new AppError("conflict", {
        message: `Vous avez déjà ${MOST_ALERTS} alertes. Supprimez-en une d'abord.`,
      });
    }
    return insertAlert(tx, { userId, conditions, now }, compiled);
  });
}

function isSame(one: object, other: object): boolean {
  const sorted = (of: object) => JSON.stringify(Object.entries(of).sort());
  return sorted(one) === sorted(other);
}
