import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { settlePayment } from "./checkouts/settle-payment.server.ts";
import type { ReconciliationRun } from "./reconciliation-run.server.ts";
import { askRefund } from "./refunds/ask-refund.server.ts";
import { recordReversals } from "./refunds/record-reversals.server.ts";
import { listUnreadReturns, listUnsettledRefunds } from "./refunds/store.server.ts";
import { CLOSED_CHECKOUT, CREATION_PATIENCE } from "./rules.ts";
import type { LostPayment, PaymentListener } from "./schema.ts";
import {
  claimUnsettled,
  findPayment,
  insertLost,
  listDisputed,
  listReviewed,
  lockPaymentRow,
  type Payment,
  type Refund,
} from "./store.server.ts";

export { pendingRefunds } from "./refunds/store.server.ts";
export {
  anonymisePayer,
  deletePaymentsOf,
  findGoodwill,
  findOutsideReturn,
  findShares,
  listRefunds,
} from "./store.server.ts";
export { findPayment, type Payment, type Refund };

/** Always before the booking, as settling does, so that nobody deadlocks. */
export async function lockPayment(tx: Transaction, reference: string): Promise<Payment | null> {
  const payment = await findPayment(tx, { reference });
  return payment && lockPaymentRow(tx, payment.id);
}

/** Mismatches and failed refunds, oldest first (rule: payment-review). */
export function listReviews(ctx: Context): Promise<Payment[]> {
  return listReviewed(ctx.db);
}

/** A bank wants evidence; oldest first. */
export function listDisputes(ctx: Context): Promise<Payment[]> {
  return listDisputed(ctx.db);
}

/** As an ended checkout, about which the provider is asked next. False when it is there already. */
export function restorePayment(
  { requestId }: Context,
  tx: Transaction,
  lost: LostPayment,
): Promise<boolean> {
  // Settling stores its intent, with everything else that is compared.
  const { paymentIntentId: _, ...row } = lost;
  return insertLost(tx, { ...row, ...CLOSED_CHECKOUT, requestId, status: "expired" });
}

/** Milliseconds, a little less than the job's period. */
const ASK_AGAIN = 25_000;

/** Open checkouts, open refunds, and whose part a refund took. @param limit of each. */
export async function settleOverdue(
  ctx: Context,
  run: ReconciliationRun,
  limit: number,
  listener: PaymentListener,
): Promise<void> {
  const now = ctx.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await run.each(
    await claimUnsettled(ctx.db, {
      creatingSince: ago(CREATION_PATIENCE),
      checkedSince: ago(ASK_AGAIN),
      now,
      limit,
    }),
    "a payment",
    (paymentId) => settlePayment(ctx, { paymentId }, listener),
  );
  await run.each(
    await listUnsettledRefunds(ctx.db, ago(CREATION_PATIENCE), limit),
    "a refund",
    (refundId) => askRefund(ctx, { refundId }, listener),
  );
  await run.each(
    await listUnreadReturns(ctx.db, limit),
    "what went back of a payment",
    async (id) => {
      const payment = await findPayment(ctx.db, { id });
      if (payment) await recordReversals(ctx, payment);
    },
  );
}
