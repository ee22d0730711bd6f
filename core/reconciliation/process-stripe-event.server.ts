import type Stripe from "stripe";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { idOf, toClaim } from "../payments/checkouts/read-checkout.server.ts";
import { putUnderReview, settlePayment } from "../payments/checkouts/settle-payment.server.ts";
import { settleDisputes } from "../payments/disputes/apply-dispute.server.ts";
import { findPayment, type Payment } from "../payments/find-payment.server.ts";
import { notifyOfRefunds } from "../payments/refunds/ask-refund.server.ts";
import { recordReversals } from "../payments/refunds/record-reversals.server.ts";
import { findDifference, isId, isLiveKey } from "../payments/rules.ts";
import { refreshAccount } from "../professionals/payment-account/refresh-account.server.ts";
import { settleCheckout } from "../subscriptions/checkouts/settle-checkout.server.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.server.ts";
import { recoverLostPayment } from "./find-lost-payments.server.ts";
import {
  findEvent,
  markEventFailed,
  markEventProcessed,
  type StripeEvent,
} from "./store.server.ts";

/**
 * Asks the provider's present state, so shuffled events cannot mislead (rule: payment-truth).
 * @throws the error, noted on the event; the job and the reconciler try again.
 */
export const processStripeEvent = defineJob("process-stripe-event", async (ctx, { eventId }) => {
  const event = await findEvent(ctx.db, eventId);
  if (!event || event.processedAt) return;
  try {
    if (event.livemode === isLiveKey(ctx.config.stripe.secretKey)) {
      const log = ctx.log.child({ eventId, type: event.type });
      await handle({ ...ctx, log }, event);
    } else {
      ctx.log.error({ eventId, livemode: event.livemode }, "PAYMENT REVIEW: event of another mode");
    }
    await markEventProcessed(ctx.db, eventId, ctx.now());
  } catch (error) {
    await markEventFailed(ctx.db, eventId, String(error));
    throw error;
  }
});

/** Of connected accounts; all others that concern us are our own account's. */
const OF_ACCOUNTS = ["account.updated", "account.application.deauthorized", "capability.updated"];

async function handle(ctx: Context, event: StripeEvent): Promise<void> {
  if (event.account && !OF_ACCOUNTS.includes(event.type)) {
    const { account, objectId } = event;
    return ctx.log.warn({ account, objectId }, "an event of another account's is not ours");
  }
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return handleCheckout(ctx, event.payload as Stripe.Checkout.Session);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return syncSubscription(ctx, { stripeSubscriptionId: String(event.objectId) });
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.payment_action_required":
    case "invoice.voided":
    case "invoice.marked_uncollectible":
      return handleInvoice(ctx, event.payload as Stripe.Invoice);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return handleRefund(ctx, event.payload as Stripe.Refund);
    case "charge.refunded":
      return handleCharge(ctx, event.payload as Stripe.Charge);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return handleDispute(ctx, event.payload as Stripe.Dispute);
    case "transfer.reversed":
      return handleReturn(ctx, idOf((event.payload as Stripe.Transfer).source_transaction));
    case "application_fee.refunded":
      return handleReturn(
        ctx,
        idOf((event.payload as Stripe.ApplicationFee).originating_transaction),
      );
    case "account.updated":
    case "account.application.deauthorized":
    case "capability.updated":
      if (event.account) await refreshAccount(ctx, { accountId: event.account });
  }
}

async function handleCheckout(ctx: Context, checkout: Stripe.Checkout.Session): Promise<void> {
  const reference = checkout.client_reference_id;
  if (checkout.mode === "subscription") {
    if (!isId(reference)) return;
    const asked = { checkoutId: reference, checkoutSessionId: checkout.id };
    if (!(await settleCheckout(ctx, asked))) await recoverLostPayment(ctx, checkout);
    return;
  }
  const payment =
    (await findPayment(ctx.db, { checkoutSessionId: checkout.id })) ??
    (await findByReference(ctx, reference));
  if (!payment) {
    if (await recoverLostPayment(ctx, checkout)) return;
    return ctx.log.info({ checkoutId: checkout.id }, "a checkout that is not ours");
  }
  note(ctx, payment);
  const reason =
    payment.checkoutSessionId && payment.checkoutSessionId !== checkout.id
      ? `another checkout, ${checkout.id}`
      : findDifference(payment, toClaim(checkout), isLiveKey(ctx.config.stripe.secretKey));
  return reason
    ? putUnderReview(ctx, payment, { reason, checkoutId: checkout.id }, applyPayment)
    : settlePayment(ctx, { paymentId: payment.id, checkoutId: checkout.id }, applyPayment);
}

/** An event may arrive before our own commit of the checkout's id. */
async function findByReference(ctx: Context, reference: string | null): Promise<Payment | null> {
  return isId(reference) ? findPayment(ctx.db, { id: reference }) : null;
}

async function handleInvoice(ctx: Context, invoice: Stripe.Invoice): Promise<void> {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  if (id) await syncSubscription(ctx, { stripeSubscriptionId: id });
}

async function handleRefund(ctx: Context, reported: Stripe.Refund): Promise<void> {
  const payment = await findPaymentOf(ctx, reported);
  if (payment)
    await notifyOfRefunds(
      ctx,
      payment,
      [await ctx.stripe.refunds.retrieve(reported.id)],
      applyPayment,
    );
}

async function handleCharge(ctx: Context, charge: Stripe.Charge): Promise<void> {
  const payment = await findPaymentOf(ctx, charge);
  if (!payment?.paymentIntentId) return;
  const { data } = await ctx.stripe.refunds.list({
    payment_intent: payment.paymentIntentId,
    limit: 100,
  });
  await notifyOfRefunds(ctx, payment, data, applyPayment);
}

/** Between the professional and the platform, with a refund or by itself. */
async function handleReturn(ctx: Context, chargeId: string | null): Promise<void> {
  const payment = chargeId ? await findPayment(ctx.db, { chargeId }) : null;
  if (!payment) return;
  note(ctx, payment);
  await recordReversals(ctx, payment);
}

/** Alerts the operators, who answer (rule: dispute-evidence), and applies the outcome. */
async function handleDispute(ctx: Context, reported: Stripe.Dispute): Promise<void> {
  const payment = await findPaymentOf(ctx, reported);
  if (!payment) return;
  const status = await settleDisputes(ctx, payment, applyPayment);
  ctx.log.error({ paymentId: payment.id, status }, "PAYMENT REVIEW: dispute");
}

async function findPaymentOf(
  ctx: Context,
  object: { payment_intent: string | { id: string } | null },
): Promise<Payment | null> {
  const paymentIntentId = idOf(object.payment_intent);
  const payment = paymentIntentId ? await findPayment(ctx.db, { paymentIntentId }) : null;
  if (payment) note(ctx, payment);
  return payment;
}

/** Connects the webhook's request in the log with the one that asked for the payment. */
function note(ctx: Context, { id: paymentId, requestId }: Payment): void {
  ctx.log.info({ paymentId, askedBy: requestId }, "the provider speaks of a payment");
}
