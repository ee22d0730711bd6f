import type { Context } from "../context.server.ts";
import { asShown, whyUnbookable } from "./rules.ts";
import type { ListedSession, SessionDetailView } from "./schema.ts";
import { readListedSessions, readSessions } from "./store.server.ts";

/**
 * These sessions with their future slots, in this order, bookable or not: `unbookable` says why
 * not, for the actor. Sessions that are unknown, deleted, or of a professional who is gone are left
 * out.
 */
export async function showSessions(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<SessionDetailView[]> {
  if (sessionIds.length === 0) return [];
  const records = await readSessions(ctx.db, sessionIds, ctx.now());
  return records.map(({ view, isPayable, ownerId }) => {
    const isOwn = ctx.actor?.userId === ownerId;
    const unbookable = whyUnbookable({ ...view, isPayable, isOwn });
    return { ...asShown(view, isOwn), unbookable };
  });
}

/** The same for a program, with every future slot. */
export function listedSessions(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<ListedSession[]> {
  return readListedSessions(ctx.db, sessionIds, ctx.now());
}
