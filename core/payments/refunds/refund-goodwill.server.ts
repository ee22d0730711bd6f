import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { nextPaymentState } from "../rules.ts";
import { type Payment, updatePayment } from "../store.server.ts";
import { leftOf, oweRefund } from "./owe-refund.server.ts";
import { sumGoodwill } from "./store.server.ts";

/**
 * Owes the payer an amount that no rule owes, at the platform's cost: all of it is the commission's
 * part, so that nothing is taken back from the professional (rule: goodwill). Recorded in the caller's
 * transaction and under the payment's lock, requested by a job.
 *
 * @returns the refund's id; null when so much is not left, or the payment is under review.
 */
export async function refundGoodwill(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  amountCents: Cents,
): Promise<string | null> {
  const status = nextPaymentState(payment.status, "part_asked");
  if (!status || amountCents > (await leftOf(tx, payment))) return null;
  const commissionCents = payment.destinationAccount === null ? null : amountCents;
  const refundId = await oweRefund(ctx, tx, payment, {
    ...{ reason: "goodwill", amountCents, seats: 0, commissionCents, reversedAt: ctx.now() },
  });
  await updatePayment(tx, payment.id, { status });
  return refundId;
}

/** Cents that were given so for a payment, or are about to be. */
export function goodwillOf(db: Executor, { id }: Pick<Payment, "id">): Promise<Cents> {
  return sumGoodwill(db, id);
}
