import { storeNewest } from "#platform/newest-answer.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { payments } from "../../tables.server.ts";
import { isLiveKey, judgeCheckout, nextPaymentState } from "../rules.ts";
import type { PaymentListener, PaymentUpdate, ProviderAnswer } from "../schema.ts";
import { findPayment, markAbandoned, type Payment } from "../store.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { expireCheckout, readCheckout } from "./read-checkout.server.ts";

/** The capability that it pays for applies the change, in one transaction. */
export async function notify(
  ctx: Context,
  update: PaymentUpdate,
  listener: PaymentListener,
): Promise<void> {
  const other = await listener(ctx, update);
  if (other === null) return;
  await settlePayment(ctx, { paymentId: other, abandon: true }, listener);
  if ((await listener(ctx, update)) !== null) throw new AppError("conflict");
}

export interface Settling {
  paymentId: string;
  /** Known from an event that came before our own call returned. */
  checkoutId?: string;
  /** The checkout is ended first, so that nobody can pay it. */
  abandon?: boolean;
}

/**
 * By the provider's present answer; any number of times, by anybody (rule: payment-truth).
 * @throws AppError `provider_unavailable` when it does not answer.
 */
export async function settlePayment(
  ctx: Context,
  settling: Settling,
  listener: PaymentListener,
): Promise<void> {
  const { paymentId, abandon = false } = settling;
  if (abandon) await markAbandoned(ctx.db, paymentId, ctx.now());
  await storeNewest(ctx.db, payments, paymentId, (version) =>
    settle(ctx, { ...settling, version }, listener),
  );
}

async function settle(
  ctx: Context,
  { version, ...settling }: Settling & { version: string },
  listener: PaymentListener,
): Promise<void> {
  const { paymentId, checkoutId, abandon = false } = settling;
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment || !isUnsettled(payment)) return;
  const id = payment.checkoutSessionId ?? checkoutId;
  if (!id) {
    const opening = await openCheckout(ctx, payment);
    if (opening.outcome === "refused") {
      return notify(ctx, { paymentId, event: "refused", answer: null }, listener);
    }
    // Its checkout is saved now, so this version is over.
    if (opening.payment.checkoutSessionId) await settlePayment(ctx, settling, listener);
    return;
  }
  const answer = await (abandon ? expireCheckout(ctx, id) : readCheckout(ctx, id));
  const update =
    payment.status === "review" ? toDoubt(payment, answer) : toUpdate(ctx, payment, answer);
  if (update) await notify(ctx, { ...update, version }, listener);
}

/** Also under review, while nobody knows whether any money has come. */
function isUnsettled({ status, paymentIntentId }: Payment): boolean {
  const isUnpaidDoubt = status === "review" && paymentIntentId === null;
  return isUnpaidDoubt || nextPaymentState(status, "paid") !== null;
}

/** Money for a payment under review is neither believed nor forgotten. */
function toDoubt(payment: Payment, answer: ProviderAnswer | null): PaymentUpdate | null {
  if (!answer?.intent || answer.intent.receivedCents === 0) return null;
  const reason = payment.reviewReason ?? "paid under review";
  return { paymentId: payment.id, event: "mismatch", reason, answer };
}

function toUpdate(
  ctx: Context,
  payment: Payment,
  answer: ProviderAnswer | null,
): PaymentUpdate | null {
  const paymentId = payment.id;
  if (!answer) return { paymentId, event: "ended", reason: "failed", answer };
  const verdict = judgeCheckout(payment, answer, isLiveKey(ctx.config.stripe.secretKey));
  if (!verdict) return null;
  if (verdict.event !== "ended") return { paymentId, answer, ...verdict };
  // Noted before the checkout is ended at the provider; moves the version.
  const isAbandoned = payment.abandonedAt !== null && verdict.reason === "expired";
  return { paymentId, event: "ended", reason: isAbandoned ? "abandoned" : verdict.reason, answer };
}

/**
 * Its own checkout and the one the event names are ended first (rule: payment-review).
 * @throws AppError `provider_unavailable` until both are ended, and nothing is decided.
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
