import type { Context } from "../context.server.ts";
import type { WaitingView } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/** None for a visitor (rule: waiting-list). */
export async function listRunningOffers(ctx: Context): Promise<WaitingView[]> {
  const { actor, readers, now } = ctx;
  if (!actor) return [];
  const own = await listOwn(readers.fresh, { userId: actor.userId, now: now() });
  return own.filter(({ offer }) => offer !== null);
}
