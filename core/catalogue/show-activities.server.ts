import type { Context } from "../context.server.ts";
import { asShown, whyUnbookable } from "./rules.ts";
import type { ActivityView } from "./schema.ts";
import { readActivities } from "./store.server.ts";

/**
 * These activities with their future slots, in this order, bookable or not: `unbookable` says why
 * not, for the actor. Unknown and deleted ones are left out.
 */
export async function showActivities(
  ctx: Context,
  ids: readonly string[],
): Promise<ActivityView[]> {
  const records = await readActivities(ctx.db, ids, ctx.now());
  return records.map(({ view, isPayable, ownerId }) => {
    const isOwn = ctx.actor?.userId === ownerId;
    const unbookable = whyUnbookable({ ...view, isPayable, isOwn });
    return { ...asShown(view, isOwn), unbookable };
  });
}
