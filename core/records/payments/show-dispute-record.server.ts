import type { Context } from "../../context.server.ts";
import {
  type DisputeView,
  showDispute,
} from "../../reconciliation/disputes/show-dispute.server.ts";
import type { Happening } from "../schema.ts";
import { tellPayment } from "../timeline/tell-payment.server.ts";

/**
 * A contested payment with its evidence and all that happened to it (rules: dispute-evidence, records).
 * Every operator reads it.
 *
 * @throws AppError `invalid_input`, `not_found` (nobody has contested it either).
 */
export async function showDisputeRecord(
  ctx: Context,
  input: unknown,
): Promise<DisputeView & { happenings: Happening[] }> {
  const found = await showDispute(ctx, input);
  return { ...found, happenings: await tellPayment(ctx, found) };
}
