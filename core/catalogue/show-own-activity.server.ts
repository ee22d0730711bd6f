import type { Context } from "../context.server.ts";
import type { OwnActivityView } from "./schema.ts";
import { showActivity } from "./show-activity.server.ts";
import { ownParts } from "./show-own-session.server.ts";

/**
 * One's own activity with what only its owner reads, for its edition.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function showOwnActivity(
  ctx: Context,
  { activityId }: { activityId: unknown },
): Promise<OwnActivityView> {
  const parts = await ownParts(ctx, "activity", activityId);
  return { ...(await showActivity(ctx, { activityId })), ...parts };
}
