import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents } from "../../money.ts";
import { keptOf, nextPaymentState } from "../rules.ts";
import { lockPaymentRow, type Payment, type Refund, updatePayment } from "../store.server.ts";
import {
  findFailedRefund,
  insertRefund,
  listToRedo,
  markRedone,
  sumOnTheWay,
  sumOutsideSince,
} from "./store.server.ts";

interface Owed extends Pick<Refund, "reason" | "amountCents"> {
  /** Null: all that is left. */
  seats: number | null;
  commissionCents: Cents | null;
  /** When one that failed had taken the professional's part back. */
  reversedAt?: Date | null;
}

/** Under the payment's lock. A key of its own repeats no earlier refusal. Answers the id. */
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

/** Neither returned nor on its way back. */
export async function leftOf(db: Executor, payment: Payment): Promise<Cents> {
  return cents(Math.max(0, keptOf(payment) - (await sumOnTheWay(db, payment.id))));
}

/**
 * Each failed refund once, parts less what was given back outside; then, if owed, all that is left.
 * `isPart`: the rest of the payment is kept.
 */
export async function oweAgain(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
): Promise<{ refundIds: string[]; isPart: boolean }> {
  const refundIds: string[] = [];
  const failed = await listToRedo(tx, payment.id);
  const whole = failed.findLast(({ seats }) => seats === null);
  let given = failed[0] ? await sumOutsideSince(tx, payment.id, failed[0].createdAt) : 0;
  for (const one of [...failed.filter(({ seats }) => seats !== null), ...(whole ? [whole] : [])]) {
    const left = await leftOf(tx, payment);
    const missing = Math.max(0, one.amountCents - given);
    const amountCents = one.seats === null ? left : cents(Math.min(missing, left));
    given = Math.max(0, given - one.amountCents);
    if (amountCents === 0) continue;
    const { reason, seats, reversedAt } = one;
    const commissionCents =
      one.commissionCents === null ? null : cents(Math.min(one.commissionCents, amountCents));
    const owed = { reason, amountCents, seats, commissionCents, reversedAt };
    refundIds.push(await oweRefund(ctx, tx, payment, owed));
  }
  await markRedone(tx, payment.id, ctx.now());
  return { refundIds, isPart: failed.length > 0 && !whole };
}

/** `also` joins the transaction. @throws AppError `conflict` when no refund of ours has failed. */
export function retryRefund(
  ctx: Context,
  paymentId: string,
  also?: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPaymentRow(tx, paymentId);
    const failed = await findFailedRefund(tx, paymentId);
    if (payment?.status !== "review" || !failed) {
      const message =
        "Aucun remboursement du site n'a échoué ici : remboursez depuis le tableau de bord de Stripe.";
      throw new AppError("conflict", { message });
    }
    const { refundIds, isPart } = await oweAgain(ctx, tx, payment);
    const status = nextPaymentState(payment.status, isPart ? "part_retried" : "refund_retried");
    if (status) await updatePayment(tx, paymentId, { status });
    await also?.(tx);
    return refundIds;
  });
}
