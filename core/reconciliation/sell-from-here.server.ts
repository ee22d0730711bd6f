import type { Context } from "../context.server.ts";
import { unmarkRestored } from "./store.server.ts";

/**
 * The operator's word that this restored database is the one that sells now: from the next turn of the
 * reconciler on, what was paid since the back-up is booked again or refunded. For the operator's command
 * line only.
 *
 * @returns false when it was not waiting for that.
 */
export function sellFromHere(ctx: Context): Promise<boolean> {
  return unmarkRestored(ctx.db);
}
