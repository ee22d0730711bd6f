import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { WaitingView } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/**
 * The slots to come that the caller waits for, those with a running offer first, then the soonest, with
 * their rank (rule: waiting-list); few enough for one page.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listWaiting(ctx: Context): Promise<WaitingView[]> {
  const { userId } = requireActor(ctx);
  return listOwn(ctx.db, { userId, now: ctx.now() });
}
