import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import type { PresenceCount } from "./rules.ts";
import { countOwnPresence } from "./store.server.ts";

/**
 * Counts how often the caller was present, late and absent, over all professionals. Only the caller
 * may read it (rule: presence-code): in the agenda, a professional sees the counts of bookings with
 * themselves.
 *
 * @throws AppError `unauthenticated`.
 */
export async function countPresence(ctx: Context): Promise<PresenceCount> {
  const { userId } = requireActor(ctx);
  return countOwnPresence(ctx.db, userId);
}
