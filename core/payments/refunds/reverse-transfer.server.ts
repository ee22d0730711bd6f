import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { createOnce, findMarked } from "../create-once.server.ts";
import type { Payment, Refund } from "../store.server.ts";
import { markReversed } from "./store.server.ts";

/** Still theirs, and ours to take back. */
export function isReversalDue(refund: Pick<Refund, "commissionCents" | "reversedAt">): boolean {
  return refund.commissionCents !== null && refund.reversedAt === null;
}

/**
 * The refund less its commission, at most what they still have (rule: money-in-parts).
 * @param made null for a refund by other means.
 * @throws Stripe's error when it does not answer, or refuses.
 */
export async function reverseTransfer(
  ctx: Context,
  payment: Payment,
  refund: Refund,
  made: Stripe.Refund | null,
): Promise<void> {
  const isUndone = made?.status === "failed" || made?.status === "canceled";
  if (!isReversalDue(refund) || isUndone || !payment.chargeId) return;
  const { transfer } = await ctx.stripe.charges.retrieve(payment.chargeId, {
    expand: ["transfer"],
  });
  if (transfer && typeof transfer === "object") {
    const { transfers } = ctx.stripe;
    const find = (options?: Stripe.RequestOptions) =>
      findMarked(
        transfers.listReversals(transfer.id, { limit: 100 }, options),
        ({ metadata }) => metadata?.refund_id === refund.id,
      );
    const left = transfer.amount - transfer.amount_reversed;
    const amount = Math.min(refund.amountCents - (refund.commissionCents ?? 0), left);
    const metadata = { refund_id: refund.id, ...(made && { stripe_refund: made.id }) };
    // First, since after it less is left, and the same key needs the same amount.
    if (amount > 0 && !(await find())) {
      await createOnce(ctx, `${refund.id}.reversal`, {
        find,
        make: (options) => transfers.createReversal(transfer.id, { amount, metadata }, options),
      });
    }
  }
  await markReversed(ctx.db, refund.id, ctx.now());
}
