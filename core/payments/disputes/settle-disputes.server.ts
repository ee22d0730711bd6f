import { storeNewest } from "#platform/newest-answer.server.ts";
import type { Context } from "../../context.server.ts";
import { payments } from "../../tables.server.ts";
import { notify } from "../checkouts/settle-payment.server.ts";
import type { PaymentListener } from "../schema.ts";
import type { Payment } from "../store.server.ts";
import { readDisputes } from "./read-disputes.server.ts";

/**
 * Answers the provider's word for the open dispute, else the newest.
 * @throws Stripe's error when it does not answer; Error while it lists no dispute.
 */
export async function settleDisputes(
  ctx: Context,
  { id: paymentId, paymentIntentId: payment_intent }: Payment,
  listener: PaymentListener,
): Promise<string | undefined> {
  if (!payment_intent) throw new Error(`payment ${paymentId} was never paid`);
  return storeNewest(ctx.db, payments, paymentId, async (version) => {
    const { data } = await ctx.stripe.disputes.list({ payment_intent, limit: 100 });
    const dispute = readDisputes(paymentId, data);
    await notify(ctx, { paymentId, event: "dispute", dispute, version }, listener);
    return dispute.status;
  });
}
