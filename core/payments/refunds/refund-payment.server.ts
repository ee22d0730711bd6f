import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { commission } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import { commissionOfPart, keptOf, nextPaymentState } from "../rules.ts";
import { type Payment, type Refund, updatePayment } from "../store.server.ts";
import { leftOf, oweAgain, oweRefund } from "./owe-refund.server.ts";
import { hasParts, sumGoodwill, sumResold } from "./store.server.ts";

/**
 * Under the payment's lock; what is kept keeps its commission's rate (rule: money-in-parts).
 * @param part its seats, and the commission's rate in basis points.
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
  // The buyer's payment bears the commission of resold seats, so theirs goes back.
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
 * The caller holds the payment's lock. False when nothing is left that is not on its way back.
 * @param rate in basis points; after parts we divide, since Stripe's proportions miss a cent.
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
  // Failed parts are owed again by themselves.
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
 * At the platform's cost alone, under the payment's lock (rule: goodwill).
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

export function goodwillOf(db: Executor, { id }: Pick<Payment, "id">): Promise<Cents> {
  return sumGoodwill(db, id);
}
