import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import { keptOf } from "../rules.ts";
import type { Payment, Refund } from "../store.server.ts";
import { insertRefund, listToRedo, markRedone, sumOnTheWay } from "./store.server.ts";

interface Owed extends Pick<Refund, "reason" | "amountCents"> {
  /** The seats that it is for; null: all that is left. */
  seats: number | null;
  commissionCents: Cents | null;
  /** When the professional's part was taken back already, by one that has failed. */
  reversedAt?: Date | null;
}

/**
 * Records a refund for a job to request, in the caller's transaction and under the payment's lock.
 * Each is requested under a key of its own, so that an earlier refusal is not repeated.
 *
 * @returns the refund's id.
 */
export async function oweRefund(
  ctx: Context,
  tx: Transaction,
  { id: paymentId }: Pick<Payment, "id">,
  owed: Owed,
): Promise<string> {
  const refundId = newId();
  await insertRefund(tx, { id: refundId, paymentId, ...owed });
  await ctx.jobs.send(tx, "ask-refund", { refundId });
  return refundId;
}

/** The part of a payment that is neither returned nor on its way back. */
export async function leftOf(tx: Transaction, payment: Payment): Promise<Cents> {
  return cents(Math.max(0, keptOf(payment) - (await sumOnTheWay(tx, payment.id))));
}

/**
 * Owes refunds of ours that have failed anew, each once: parts as they were, and then, where all was
 * owed, all that is left.
 *
 * @returns whether only parts were, so that the rest of the payment is kept.
 */
export async function oweAgain(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
): Promise<{ isPart: boolean }> {
  const failed = await listToRedo(tx, payment.id);
  const whole = failed.findLast(({ seats }) => seats === null);
  for (const one of [...failed.filter(({ seats }) => seats !== null), ...(whole ? [whole] : [])]) {
    const left = await leftOf(tx, payment);
    const amountCents = one.seats === null ? left : cents(Math.min(one.amountCents, left));
    if (amountCents === 0) continue;
    const { reason, seats, reversedAt } = one;
    const commissionCents =
      one.commissionCents === null ? null : cents(Math.min(one.commissionCents, amountCents));
    await oweRefund(ctx, tx, payment, { reason, amountCents, seats, commissionCents, reversedAt });
  }
  await markRedone(tx, payment.id, ctx.now());
  return { isPart: failed.length > 0 && !whole };
}
