import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { emptyClosed } from "./store.server.ts";

/**
 * Empties the closed checkouts that the release before has left whole; those of this one are empty
 * when they close. Safe to repeat.
 *
 * @returns false when some are left for another turn.
 */
export function emptyCheckouts(ctx: Context): Promise<boolean> {
  return inBatches(() => emptyClosed(ctx.db));
}
