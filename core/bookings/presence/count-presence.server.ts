import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import type { PresenceCount } from "./rules.ts";
import { countOwnPresence } from "./store.server.ts";

/**
 * How often the caller was present, late and absent at what they have booked, over all
 * professionals: for themselves alone (rule: presence-code). A professional sees the same of her
 * own clients, counted over what they booked with her, in her agenda.
 *
 * @throws AppError `unauthenticated`.
 */
export async function countPresence(ctx: Context): Promise<PresenceCount> {
  const { userId } = requireActor(ctx);
  return countOwnPresence(ctx.db, userId);
}
