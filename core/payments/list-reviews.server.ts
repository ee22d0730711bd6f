import type { Context } from "../context.server.ts";
import { listReviewed, type Payment } from "./store.server.ts";

/**
 * Payments that wait for the operator, the oldest first: mismatches and failed refunds (rule:
 * payment-review).
 */
export function listReviews(ctx: Context): Promise<Payment[]> {
  return listReviewed(ctx.db);
}
