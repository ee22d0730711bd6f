import type Stripe from "stripe";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import { recoverBooking } from "../bookings/payment/recover-booking.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { isRefusal } from "../payments/checkouts/open-checkout.server.ts";
import { endCheckout, expireCheckout, idOf } from "../payments/checkouts/read-checkout.server.ts";
import { settlePayment } from "../payments/checkouts/settle-payment.server.ts";
import { createOnce, findMarked, readSiteId } from "../payments/prepare-payment.server.ts";
import { isId } from "../payments/rules.ts";
import type { LostPayment } from "../payments/schema.ts";
import { recoverCheckout } from "../subscriptions/checkouts/recover-checkout.server.ts";
import {
  keepLost,
  readNewest,
  readRestoredAt,
  readWalkedTo,
  writeWalkedTo,
} from "./store.server.ts";

/** Not even its purpose is known. @throws Stripe's error when it does not answer or refuses. */
async function returnLostPayment(ctx: Context, lost: LostPayment): Promise<void> {
  await createOnce(ctx, `lost.${lost.id}`, {
    find: (options) => findReturn(ctx, lost, options),
    make: (options) =>
      ctx.stripe.refunds.create(
        {
          payment_intent: lost.paymentIntentId,
          metadata: { lost_payment_id: lost.id },
          ...(lost.destinationAccount && { reverse_transfer: true, refund_application_fee: true }),
        },
        options,
      ),
  });
  await tell(ctx, lost);
}

/** {@link returnLostPayment} may have been interrupted before its mail. */
async function notifyOfReturn(ctx: Context, lost: LostPayment): Promise<void> {
  if (await findReturn(ctx, lost)) await tell(ctx, lost);
}

function findReturn({ stripe }: Context, lost: LostPayment, options: Stripe.RequestOptions = {}) {
  return findMarked(
    stripe.refunds.list({ payment_intent: lost.paymentIntentId, limit: 100 }, options),
    (one) => one.metadata?.lost_payment_id === lost.id,
  );
}

async function tell(ctx: Context, lost: LostPayment): Promise<void> {
  const { id: reference, payerEmail: to, amountCents } = lost;
  const mail = { kind: "lost-payment-returned", reference, to, data: { amountCents } } as const;
  await ctx.db.transaction((tx) => enqueueMail(ctx, tx, mail));
}

export async function readLostMail(ctx: Context, mail: QueuedMail<"lost-payment-returned">) {
  return { siteUrl: ctx.config.appUrl, amount: mail.data.amountCents };
}

/** Milliseconds of the very first look, and of each look after a long pause. */
const STEP = 6 * HOUR;
/** Looks overlap, since the provider may list a checkout a moment late. */
const OVERLAP = 2 * MINUTE;

/**
 * Rows precede their checkouts, so one without a row has lost it, as when a replica takes over. The
 * position is lost with the rows, and waits for undecided banks.
 * @throws Stripe's error when it does not answer; the next turn begins at the same place.
 */
export async function findLostPayments(ctx: Context, enough: AbortSignal): Promise<void> {
  if (await mayBeAnothers(ctx)) return;
  const now = ctx.now().getTime();
  let known = await readWalkedTo(ctx.db);
  let from = (known ?? (await readNewest(ctx.db)))?.getTime() ?? now - STEP;
  let undecided: Date | null = null;
  do {
    const to = from + STEP;
    const until = to < now ? { lte: seconds(to) } : {};
    const { newest, lost } = await look(ctx, { gte: seconds(from - OVERLAP), ...until });
    for (const session of lost) {
      if (enough.aborted) return;
      const isDecided = await tryToRecover(ctx, session);
      if (!isDecided) undecided ??= new Date(session.created * 1000);
    }
    const seen: Date | null = undecided ?? (to < now ? new Date(to) : newest);
    if (seen) await writeWalkedTo(ctx.db, seen, known);
    known = seen ?? known;
    from = to;
  } while (from < now && !enough.aborted);
}

/** A restored database does not know later sales, and the live one may still be selling. */
async function mayBeAnothers(ctx: Context): Promise<boolean> {
  const restoredAt = await readRestoredAt(ctx.db);
  if (!restoredAt) return false;
  ctx.log.warn(
    { restoredAt },
    "restored from a back-up: lost payments wait for the operator's word that this database sells",
  );
  return true;
}

/** For one that the provider mentions; false when it is not ours. */
export async function recoverLostPayment(ctx: Context, session: Stripe.Checkout.Session) {
  if (!isOurs(session, await readSiteId(ctx.db)) || (await mayBeAnothers(ctx))) return false;
  await recover(ctx, session);
  return true;
}

async function look(ctx: Context, created: Stripe.RangeQueryParam) {
  const site = await readSiteId(ctx.db);
  const ours = new Map<string, Stripe.Checkout.Session>();
  let newest: Date | null = null;
  for await (const session of ctx.stripe.checkout.sessions.list({ created, limit: 100 })) {
    newest ??= new Date(session.created * 1000);
    const isOver = session.status === "expired";
    if (!isOver && isOurs(session, site)) ours.set(String(session.client_reference_id), session);
  }
  const lost = await keepLost(ctx.db, [...ours.keys()]);
  return { newest, lost: [...ours.values()].filter((one) => isLost(one, lost)).reverse() };
}

/** Another installation may use the same account at the provider. */
function isOurs(session: Stripe.Checkout.Session, site: string): boolean {
  return session.metadata?.site === site && isId(session.client_reference_id);
}

/** Restored and not settled, because that was interrupted, still counts as lost. */
function isLost(session: Stripe.Checkout.Session, lost: Map<string, "unknown" | "ended">): boolean {
  const state = lost.get(String(session.client_reference_id));
  return state === "unknown" || (state === "ended" && session.status === "complete");
}

/** False while the payer's bank has not decided. */
async function tryToRecover(ctx: Context, session: Stripe.Checkout.Session): Promise<boolean> {
  try {
    return await recover(ctx, session);
  } catch (error) {
    // Another attempt would get the same answer, and hold up everything after it.
    if (!isRefusal(error)) throw error;
    ctx.log.error({ err: error, checkoutId: session.id }, "PAYMENT REVIEW: lost, and not refunded");
    return true;
  }
}

/** False while the payer's bank has not decided. */
async function recover(ctx: Context, session: Stripe.Checkout.Session): Promise<boolean> {
  if (session.mode === "subscription") {
    await recoverSubscription(ctx, session.id);
    return true;
  }
  const { id: checkoutId } = session;
  // Still open: its seat is no longer held, so nobody should pay for it.
  const answer = await expireCheckout(ctx, checkoutId);
  if (answer?.status !== "complete" || !answer.intent) return true;
  const { status, receivedCents, refundedCents } = answer.intent;
  if (receivedCents === 0) return status !== "processing";
  const lost = toLost(await askAgain(ctx, checkoutId));
  if (lost) await makeAgain(ctx, lost, refundedCents >= receivedCents);
  else ctx.log.error({ checkoutId }, "PAYMENT REVIEW: a lost payment says too little");
  return true;
}

async function makeAgain(ctx: Context, lost: LostPayment, isReturned: boolean): Promise<void> {
  if (isReturned) return notifyOfReturn(ctx, lost);
  const { id: paymentId, checkoutSessionId: checkoutId } = lost;
  ctx.log.error({ checkoutId, paymentId }, "a payment was lost here and is made again");
  if (await recoverBooking(ctx, lost)) return settlePayment(ctx, { paymentId }, applyPayment);
  await returnLostPayment(ctx, lost);
}

async function recoverSubscription(ctx: Context, checkoutId: string): Promise<void> {
  await endCheckout(ctx, checkoutId);
  const session = await askAgain(ctx, checkoutId);
  if (session.status !== "complete") return;
  ctx.log.error({ checkoutId }, "a subscription was lost here and is made again");
  await recoverCheckout(ctx, session);
}

function askAgain(ctx: Context, checkoutId: string): Promise<Stripe.Checkout.Session> {
  return ctx.stripe.checkout.sessions.retrieve(checkoutId, { expand: ["payment_intent"] });
}

function toLost(session: Stripe.Checkout.Session): LostPayment | null {
  const { metadata, payment_intent: intent, client_reference_id: id } = session;
  const payerEmail = session.customer_email ?? session.customer_details?.email;
  const isWhole = intent && typeof intent === "object" && isId(id) && payerEmail;
  const kind = metadata?.kind;
  if (!isWhole || (kind !== "session_booking" && kind !== "activity_booking")) return null;
  if (!isId(metadata?.reference ?? null)) return null;
  return {
    id,
    kind,
    reference: String(metadata?.reference),
    checkoutSessionId: session.id,
    paymentIntentId: intent.id,
    amountCents: cents(session.amount_total ?? 0),
    applicationFeeCents: cents(intent.application_fee_amount ?? 0),
    currency: session.currency ?? "eur",
    destinationAccount: idOf(intent.transfer_data?.destination),
    description: intent.description ?? "",
    payerEmail,
    successUrl: session.success_url ?? "",
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    recovery: { ...metadata },
  };
}

const seconds = (instant: number) => Math.floor(instant / 1000);
