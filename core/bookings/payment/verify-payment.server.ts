import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { checkoutIdInput } from "../../payments/schema.ts";
import { findPurchase, settlePurchase } from "./find-purchase.server.ts";
import { type PurchaseOutcome, purchaseOutcome } from "./rules.ts";

const verifyInput = z.object({ sessionId: checkoutIdInput });

/**
 * Asks and settles like the webhook (rule: payment-truth).
 * @throws AppError `not_found`, `unauthenticated`, `provider_unavailable`.
 */
export async function verifyPayment(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<{ bookingId: string; bookingConfirmed: boolean; outcome: PurchaseOutcome }> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(verifyInput, input);
  const purchase = await findPurchase(ctx, sessionId);
  if (purchase?.booking.clientId !== actor.userId) throw new AppError("not_found");
  const outcome = purchaseOutcome(await settlePurchase(ctx, purchase));
  return { bookingId: purchase.booking.id, bookingConfirmed: outcome === "confirmed", outcome };
}
