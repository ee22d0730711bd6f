import type { Context } from "../context.server.ts";
import { permitOwner } from "./permit-owner.server.ts";
import type { OwnActivityView } from "./schema.ts";
import { showActivity } from "./show-activity.server.ts";
import { recurrenceOf } from "./show-own-session.server.ts";
import { readHeldSlots } from "./store.server.ts";

/**
 * One's own activity with what only its owner reads, for its edition.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function showOwnActivity(
  ctx: Context,
  { activityId }: { activityId: unknown },
): Promise<OwnActivityView> {
  const row = await permitOwner(ctx, "activity", activityId);
  const view = await showActivity(ctx, { activityId });
  const held = await readHeldSlots(ctx.db, "activity", row.id, ctx.now());
  return {
    ...view,
    onlineLink: row.onlineLink,
    recurrence: recurrenceOf(row),
    slots: held.filter(({ isActive }) => isActive),
  };
}
