import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { ActivityView } from "./schema.ts";
import { showActivities } from "./show-activities.server.ts";
import { ownActivityIds } from "./store.server.ts";

/** As many as one page should hold. */
const MAX_ACTIVITIES = 100;

/**
 * What the caller publishes, booked or not, the newest first: nothing else leads to the edition of
 * an activity that nobody has booked. Empty without a professional profile.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listOwnActivities(ctx: Context): Promise<ActivityView[]> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) return [];
  return showActivities(ctx, await ownActivityIds(ctx.db, professionalId, MAX_ACTIVITIES));
}
