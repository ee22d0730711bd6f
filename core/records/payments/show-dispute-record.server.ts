import type { Context } from "../../context.server.ts";
import {
  type DisputeView,
  showDispute,
} from "../../reconciliation/disputes/show-dispute.server.ts";
import type { Happening } from "../schema.ts";
import { tellPayment } from "../timeline/tell-payment.server.ts";

/** @throws AppError `not_found` when nobody has contested it (rules: dispute-evidence, records). */
export async function showDisputeRecord(
  ctx: Context,
  input: unknown,
): Promise<DisputeView & { happenings: Happening[] }> {
  const found = await showDispute(ctx, input);
  return { ...found, happenings: await tellPayment(ctx, found) };
}
