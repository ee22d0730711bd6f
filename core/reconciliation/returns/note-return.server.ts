import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { ReturnProof } from "../../bookings/goodwill/schema.ts";
import { lockWithPayment } from "../../bookings/lock-with-payment.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { notify } from "../../payments/checkouts/settle-payment.server.ts";
import type { Payment } from "../../payments/find-payment.server.ts";

/**
 * Tells both sides and writes the act down, in one transaction (rule: payment-review).
 * @param proof null where the provider's dashboard shows what was owed.
 * @param permit runs once the amount is written as the refund with this id.
 * @throws AppError `conflict` and `invalid_input` as the payments' own `recordReturn`.
 */
export async function noteReturn(
  ctx: Context,
  { payment, amountCents, reason, proof }: Noted,
  permit: (tx: Transaction, refundId: string) => Promise<void>,
): Promise<void> {
  const { id: paymentId, reference, status, reviewReason } = payment;
  const { row } = await ctx.db.transaction((tx) => lockWithPayment(tx, reference));
  const { commissionRate: rate, clientId: personId } = row;
  const refundId = newId();
  const update = { paymentId, event: "returned_otherwise", refundId, amountCents, rate } as const;
  await notify(ctx, update, (own, news) =>
    applyPayment(own, news, async (tx) => {
      await permit(tx, refundId);
      await recordAct(own, tx, {
        ...{ act: "refund_accepted", object: { kind: "payment", id: paymentId }, personId, reason },
        before: { status, reviewReason },
        after: { decision: "accept", amountCents, ...proof },
      });
    }),
  );
}

export interface Noted {
  payment: Payment;
  amountCents: Cents;
  reason: string;
  proof: ReturnProof | null;
}
