import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { alertInput } from "./schema.ts";
import { deleteAlert, deleteAlerts } from "./store.server.ts";

/**
 * Removes an alert of the caller; removing twice is no error.
 *
 * @throws AppError `unauthenticated`, `invalid_input`.
 */
export async function removeAlert(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const { alertId } = parseInput(alertInput, input);
  await deleteAlert(ctx.db, alertId, { userId });
}

/** Deletes somebody's alerts with their account (rule: account-deletion). */
export function dropAlerts(tx: Transaction, userId: string): Promise<void> {
  return deleteAlerts(tx, userId);
}
