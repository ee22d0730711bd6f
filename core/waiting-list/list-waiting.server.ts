import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { WaitingView } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/** Running offers first, then the soonest (rule: waiting-list). */
export async function listWaiting(ctx: Context): Promise<WaitingView[]> {
  const { userId } = requireActor(ctx);
  return listOwn(ctx.db, { userId, now: ctx.now() });
}
