import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { commission } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import { commissionOfPart, keptOf, nextPaymentState } from "../rules.ts";
import { type Payment, type Refund, updatePayment } from "../store.server.ts";
import { leftOf, oweAgain, oweRefund } from "./owe-refund.server.ts";
import { hasParts, sumGoodwill, sumResold } from "./store.server.ts";

/**
 * Owes the payer a part of a payment, and no more than is left of it: recorded in the caller's
 * transaction and under the payment's lock, requested by a job. The commission goes back with it so
 * that what is kept of it is its rate of what is kept (rule: money-in-parts).
 *
 * @param part the seats that it is for, and the commission's rate in basis points.
 * @returns the amount; 0 when nothing is left, or the payment is under review.
 */
export async function refundPart(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  part: { reason: Refund["reason"]; amountCents: Cents; seats: number; rate: number },
): Promise<Cents> {
  const status = nextPaymentState(payment.status, "part_asked");
  const left = await leftOf(tx, payment);
  const amountCents = cents(Math.min(part.amountCents, left));
  if (!status || amountCents === 0) return cents(0);
  const { reason, seats, rate } = part;
  const resoldCents = await sumResold(tx, payment.id);
  // The buyer's payment has the commission of seats that are sold again, so exactly theirs goes back.
  const given =
    reason === "resold"
      ? commission(amountCents, rate)
      : commissionOfPart(left, amountCents, { rate, resoldCents });
  const commissionCents = payment.destinationAccount === null ? null : given;
  await oweRefund(ctx, tx, payment, { reason, amountCents, seats, commissionCents });
  await updatePayment(tx, payment.id, { status });
  return amountCents;
}

/**
 * Owes the payer all that is left of a payment: recorded in the caller's transaction, requested by a
 * job. The caller holds the payment's lock. False when nothing is left to refund, because we or the
 * payer's bank have returned it, or are doing so.
 *
 * @param rate of the commission, in basis points: after refunds in parts we divide the rest
 * ourselves, because the provider's proportions would not add up to the cent (rule: money-in-parts).
 */
export async function refundInFull(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  reason: Refund["reason"],
  rate: number,
): Promise<boolean> {
  const status = nextPaymentState(payment.status, "refund_asked");
  if (!status || keptOf(payment) === 0) return false;
  const isDivided = payment.destinationAccount !== null && (await hasParts(tx, payment.id));
  // Parts that could not be made are owed again by themselves.
  if (payment.status === "review") await oweAgain(ctx, tx, payment);
  const amountCents = await leftOf(tx, payment);
  if (amountCents > 0) {
    const resoldCents = await sumResold(tx, payment.id);
    const kept = commissionOfPart(amountCents, amountCents, { rate, resoldCents });
    const commissionCents = isDivided ? kept : null;
    await oweRefund(ctx, tx, payment, { reason, amountCents, seats: null, commissionCents });
  }
  await updatePayment(tx, payment.id, { status });
  return true;
}

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
