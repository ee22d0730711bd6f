import type { Transaction } from "#platform/postgres.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { notify } from "../../payments/checkouts/settle-payment.server.ts";
import type { Payment } from "../../payments/find-payment.server.ts";

/**
 * Notes that a payer has an amount by other means, tells both sides, and writes the act down, in one
 * transaction (rule: payment-review).
 *
 * @param permit runs in it too, once the amount is written.
 * @throws AppError `invalid_input`, `conflict` as the payments' own `recordReturn`.
 */
export async function noteReturn(
  ctx: Context,
  { payment, amountCents, reason }: { payment: Payment; amountCents: Cents; reason: string },
  permit: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { id: paymentId, status, reviewReason } = payment;
  const update = { paymentId, event: "returned_otherwise", amountCents } as const;
  await notify(ctx, update, (own, news) =>
    applyPayment(own, news, async (tx) => {
      await permit(tx);
      await recordAct(own, tx, {
        ...{ act: "refund_accepted", object: { kind: "payment", id: paymentId }, reason },
        before: { status, reviewReason },
        after: { decision: "accept", amountCents },
      });
    }),
  );
}
