import type { Context } from "../context.server.ts";
import { listReviewed, type Payment } from "./store.server.ts";

/** Payments that wait for the operator, the oldest first: money not believed in, failed refunds. */
export function listReviews(ctx: Context): Promise<Payment[]> {
  return listReviewed(ctx.db);
}
