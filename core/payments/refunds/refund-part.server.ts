import type { Transaction } from "#platform/postgres.server.ts";
import { commission } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import { commissionOfPart, nextPaymentState } from "../rules.ts";
import { type Payment, type Refund, updatePayment } from "../store.server.ts";
import { leftOf, oweRefund } from "./owe-refund.server.ts";
import { sumResold } from "./store.server.ts";

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
