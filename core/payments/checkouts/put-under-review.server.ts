import type { Context } from "../../context.server.ts";
import { nextPaymentState } from "../rules.ts";
import type { PaymentListener, ProviderAnswer } from "../schema.ts";
import type { Payment } from "../store.server.ts";
import { expireCheckout } from "./read-checkout.server.ts";
import { notify } from "./settle-payment.server.ts";

/**
 * Puts a payment under review because an event differs from its request (rule: payment-review). Its
 * own checkout is ended first, and the one that the event names, so that nobody pays there for
 * nothing. Money that has already come is noted with its intent.
 *
 * @throws AppError `provider_unavailable`: until both are ended nothing is decided.
 */
export async function putUnderReview(
  ctx: Context,
  payment: Payment,
  { reason, checkoutId }: { reason: string; checkoutId: string },
  listener: PaymentListener,
): Promise<void> {
  if (!nextPaymentState(payment.status, "mismatch")) {
    return ctx.log.error({ paymentId: payment.id, reason }, "an event contradicts a payment");
  }
  const own = payment.checkoutSessionId ?? checkoutId;
  const answers: ProviderAnswer[] = [];
  for (const id of new Set([own, checkoutId])) {
    const answer = await expireCheckout(ctx, id);
    if (answer) answers.push(answer);
  }
  const paid = answers.find(({ intent }) => intent !== null && intent.receivedCents > 0);
  const answer = paid ? { ...paid, checkoutId: own } : null;
  await notify(ctx, { paymentId: payment.id, event: "mismatch", reason, answer }, listener);
}
