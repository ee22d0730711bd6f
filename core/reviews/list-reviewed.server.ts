import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { listReviewedOf } from "./store.server.ts";

/**
 * The bookings, of those given, that the caller has reviewed (rule: reviews).
 *
 * @throws AppError `unauthenticated`.
 */
export function listReviewed(ctx: Context, bookingIds: readonly string[]): Promise<string[]> {
  return listReviewedOf(ctx.db, requireActor(ctx).userId, bookingIds);
}
