import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import type { PresenceCount } from "./rules.ts";
import { countOwnPresence } from "./store.server.ts";

/**
 * Counts over all professionals, for the caller alone (rule: presence-code).
 * @throws AppError `unauthenticated`.
 */
export async function countPresence(ctx: Context): Promise<PresenceCount> {
  const { userId } = requireActor(ctx);
  return countOwnPresence(ctx.db, userId);
}
