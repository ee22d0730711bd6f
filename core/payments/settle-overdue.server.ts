import type { Context } from "../context.server.ts";
import { settlePayment } from "./checkouts/settle-payment.server.ts";
import type { ReconciliationRun } from "./reconciliation-run.server.ts";
import { askRefund } from "./refunds/ask-refund.server.ts";
import { recordReversals } from "./refunds/record-reversals.server.ts";
import { listUnreadReturns, listUnsettledRefunds } from "./refunds/store.server.ts";
import { CREATION_PATIENCE } from "./rules.ts";
import type { PaymentListener } from "./schema.ts";
import { claimUnsettled, findPayment } from "./store.server.ts";

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
