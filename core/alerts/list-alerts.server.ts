import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { claimAlerts } from "./guests/claim-alerts.server.ts";
import type { Alert } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/**
 * The searches that the caller keeps, the oldest first, with those of the time before the account;
 * few enough for one page.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listAlerts(ctx: Context): Promise<Alert[]> {
  const actor = requireActor(ctx);
  await claimAlerts(ctx, actor);
  return listOwn(ctx.db, { userId: actor.userId });
}
