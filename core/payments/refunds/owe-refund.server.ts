import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { keptOf } from "../rules.ts";
import type { Payment, Refund } from "../store.server.ts";
import { insertRefund } from "./store.server.ts";

/**
 * Records a refund of everything not yet refunded, for a job to request, in the caller's
 * transaction and under the payment's lock. Each is requested under a key of its own, so that an
 * earlier refusal is not repeated.
 */
export async function oweRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  reason: Refund["reason"],
): Promise<void> {
  const refundId = newId();
  const amountCents = keptOf(payment);
  await insertRefund(tx, { id: refundId, paymentId: payment.id, amountCents, reason });
  await ctx.jobs.send(tx, "ask-refund", { refundId });
}
