import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { Alert } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/**
 * The searches that the caller keeps, the oldest first; few enough for one page.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listAlerts(ctx: Context): Promise<Alert[]> {
  return listOwn(ctx.db, requireActor(ctx).userId);
}
