import type { Context } from "../context.server.ts";
import type { OwnActivityView } from "./schema.ts";
import { showActivity } from "./show-activity.server.ts";
import { asOffered, ownParts } from "./show-own-session.server.ts";

/**
 * One's own activity with the columns that only its owner reads, for the edit form.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function showOwnActivity(
  ctx: Context,
  { activityId }: { activityId: unknown },
): Promise<OwnActivityView> {
  const parts = await ownParts(ctx, "activity", activityId);
  const shown = await showActivity(ctx, { activityId });
  return { ...shown, ...parts, slots: asOffered(parts.slots, shown) };
}
