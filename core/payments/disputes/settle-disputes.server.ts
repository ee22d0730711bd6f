import { storeNewest } from "#platform/newest-answer.server.ts";
import type { Context } from "../../context.server.ts";
import { payments } from "../../tables.server.ts";
import { notify } from "../checkouts/settle-payment.server.ts";
import type { PaymentListener } from "../schema.ts";
import type { Payment } from "../store.server.ts";
import { readDisputes } from "./read-disputes.server.ts";

/**
 * Applies the provider's present answer about the disputes of a payment, of which there is at least
 * one. Safe to repeat.
 *
 * @returns the provider's word for the state of the open one, else of the newest.
 * @throws Stripe's error when it does not answer; Error while it lists none.
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
