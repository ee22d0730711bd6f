import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { listReviewedOf } from "./store.server.ts";

/** Of those given (rule: reviews). */
export function listReviewed(ctx: Context, bookingIds: readonly string[]): Promise<string[]> {
  return listReviewedOf(ctx.db, requireActor(ctx).userId, bookingIds);
}
