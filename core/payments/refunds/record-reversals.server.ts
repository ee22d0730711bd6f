import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import { idOf } from "../checkouts/read-checkout.server.ts";
import { createOnce, findMarked } from "../prepare-payment.server.ts";
import { lockPaymentRow, type Movement, type Payment, type Refund } from "../store.server.ts";
import { insertMovements, markReversed } from "./store.server.ts";

/** A returned fee does not name its refund; only the moment shows it. */
const TOGETHER = MINUTE;

/**
 * Earnings are computed from these; each of the provider's objects counts once.
 * @throws Stripe's error when it does not answer.
 */
export async function recordReversals(ctx: Context, payment: Payment): Promise<void> {
  const movements = await readReturns(ctx, payment);
  const readAt = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPaymentRow(tx, payment.id);
    await insertMovements(tx, payment.id, movements, readAt);
  });
}

async function readReturns(ctx: Context, payment: Payment): Promise<Movement[]> {
  if (!payment.chargeId || !payment.destinationAccount) return [];
  const { transfer, application_fee: fee } = await ctx.stripe.charges.retrieve(payment.chargeId, {
    expand: ["transfer", "application_fee"],
  });
  const base = { paymentId: payment.id };
  const reversals = (await reversalsOf(ctx, transfer)).map(
    (one): Movement => ({
      ...base,
      id: one.id,
      kind: "reversal",
      amountCents: cents(one.amount),
      // Our own names its refund (reverse-transfer.server.ts).
      stripeRefundId: idOf(one.source_refund) ?? one.metadata?.stripe_refund ?? null,
      createdAt: instant(one.created),
    }),
  );
  const feeRefunds = (await feeRefundsOf(ctx, fee)).map((one): Movement => {
    const createdAt = instant(one.created);
    const beside = reversals.find(
      (reversal) => Math.abs(reversal.createdAt.getTime() - createdAt.getTime()) < TOGETHER,
    );
    return {
      ...base,
      id: one.id,
      kind: "fee_refund",
      amountCents: cents(one.amount),
      stripeRefundId: beside?.stripeRefundId ?? null,
      createdAt,
    };
  });
  return [...reversals, ...feeRefunds];
}

/** The newest ten come with the transfer, mostly enough. */
async function reversalsOf(
  ctx: Context,
  transfer: string | Stripe.Transfer | null | undefined,
): Promise<Stripe.TransferReversal[]> {
  if (!transfer || typeof transfer === "string") return [];
  const { id, reversals } = transfer;
  if (!reversals.has_more) return reversals.data;
  return ctx.stripe.transfers.listReversals(id, { limit: 100 }).autoPagingToArray({ limit: 1_000 });
}

async function feeRefundsOf(
  ctx: Context,
  fee: string | Stripe.ApplicationFee | null,
): Promise<Stripe.FeeRefund[]> {
  if (!fee || typeof fee === "string") return [];
  const { id, refunds } = fee;
  if (!refunds.has_more) return refunds.data;
  return ctx.stripe.applicationFees
    .listRefunds(id, { limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
}

const instant = (seconds: number) => new Date(seconds * 1000);

/** Still theirs, and ours to take back. */
export function isReversalDue(refund: Pick<Refund, "commissionCents" | "reversedAt">): boolean {
  return refund.commissionCents !== null && refund.reversedAt === null;
}

/**
 * Less the commission, at most what they still have (rule: money-in-parts); null: noted by hand.
 * @throws Stripe's error when it does not answer, or refuses.
 */
export async function reverseTransfer(
  ctx: Context,
  payment: Payment,
  refund: Refund,
  made: Stripe.Refund | null,
): Promise<void> {
  const isUndone = made?.status === "failed" || made?.status === "canceled";
  if (!isReversalDue(refund) || isUndone || !payment.chargeId) return;
  const { transfer } = await ctx.stripe.charges.retrieve(payment.chargeId, {
    expand: ["transfer"],
  });
  if (transfer && typeof transfer === "object") {
    const { transfers } = ctx.stripe;
    const find = (options?: Stripe.RequestOptions) =>
      findMarked(
        transfers.listReversals(transfer.id, { limit: 100 }, options),
        ({ metadata }) => metadata?.refund_id === refund.id,
      );
    const left = transfer.amount - transfer.amount_reversed;
    const amount = Math.min(refund.amountCents - (refund.commissionCents ?? 0), left);
    const metadata = { refund_id: refund.id, ...(made && { stripe_refund: made.id }) };
    // First, since after it less is left, and the same key needs the same amount.
    if (amount > 0 && !(await find())) {
      await createOnce(ctx, `${refund.id}.reversal`, {
        find,
        make: (options) => transfers.createReversal(transfer.id, { amount, metadata }, options),
      });
    }
  }
  await markReversed(ctx.db, refund.id, ctx.now());
}
