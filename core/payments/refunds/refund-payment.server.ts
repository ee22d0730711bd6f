import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { commission, commissionOfPart } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents } from "../../money.ts";
import { keptOf, nextPaymentState } from "../rules.ts";
import { lockPaymentRow, type Payment, type Refund, updatePayment } from "../store.server.ts";
import {
  findFailedRefund,
  hasParts,
  insertRefund,
  listToRedo,
  markRedone,
  sumOnTheWay,
  sumOutsideSince,
  sumResold,
} from "./store.server.ts";

export { sumGoodwill } from "./store.server.ts";

interface Owed extends Pick<Refund, "reason" | "amountCents"> {
  /** Null: all that is left. */
  seats: number | null;
  commissionCents: Cents | null;
  /** When one that failed had taken the professional's part back. */
  reversedAt?: Date | null;
}

/** Under the payment's lock. A key of its own repeats no earlier refusal. Answers the id. */
async function oweRefund(
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

export async function leftOf(db: Executor, payment: Payment): Promise<Cents> {
  return cents(Math.max(0, keptOf(payment) - (await sumOnTheWay(db, payment.id))));
}

/** Each failed refund once, parts less what came back outside; `isPart`: the rest is kept. */
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

/** Under the payment's lock; 0 when nothing is left, or under review (rule: money-in-parts). */
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
 * Under the payment's lock; false when nothing is left that is not on its way back. After parts we
 * divide, since Stripe's proportions miss a cent.
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

/** At the platform's cost, under the payment's lock; null: too little is left (rule: goodwill). */
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
