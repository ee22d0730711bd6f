import type Stripe from "stripe";
import { recoverBooking } from "../bookings/recover-booking.server.ts";
import { settleBooking } from "../bookings/settle-booking.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../dates.ts";
import { cents } from "../money.ts";
import { isRefusal } from "../payments/open-checkout.server.ts";
import { endCheckout, expireCheckout, idOf } from "../payments/read-checkout.server.ts";
import { readSiteId } from "../payments/read-site-id.server.ts";
import { isId } from "../payments/rules.ts";
import type { LostPayment } from "../payments/schema.ts";
import { settlePayment } from "../payments/settle-payment.server.ts";
import { recoverCheckout } from "../subscriptions/recover-checkout.server.ts";
import { returnLostPayment, tellOfReturn } from "./return-lost-payment.server.ts";
import {
  keepLost,
  readNewest,
  readRestoredAt,
  readWalkedTo,
  writeWalkedTo,
} from "./store.server.ts";

/** How far back the first look of all goes, and how much is asked for at once after a long night. */
const STEP = 6 * HOUR;
/** Each look begins before the newest that was seen: the provider may list one a moment late. */
const OVERLAP = 2 * MINUTE;

/**
 * Finds checkouts of ours at the provider whose rows are lost, as those that were acknowledged just
 * before a replica took over which had not received them: every row stands before its checkout is
 * made, so one without a row has lost it. How far the looks came, by the provider's own clock, is
 * lost together with the rows, and the next look begins there; no later than at the oldest that the
 * payer's bank has not decided about. A database that was restored looks once the operator says so.
 *
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

/** A restored database does not know what was sold since: the one that did may go on selling. */
async function mayBeAnothers(ctx: Context): Promise<boolean> {
  const restoredAt = await readRestoredAt(ctx.db);
  if (!restoredAt) return false;
  ctx.log.warn(
    { restoredAt },
    "restored from a back-up: lost payments wait for the operator's word that this database sells",
  );
  return true;
}

/** The same of one that the provider speaks of; false when it is none of ours. */
export async function recoverLostPayment(
  ctx: Context,
  session: Stripe.Checkout.Session,
): Promise<boolean> {
  if (!isOurs(session, await readSiteId(ctx.db)) || (await mayBeAnothers(ctx))) return false;
  await recover(ctx, session);
  return true;
}

/** What is lost of this time, the oldest first, as it was asked for; and when the newest was made. */
async function look(
  ctx: Context,
  created: Stripe.RangeQueryParam,
): Promise<{ newest: Date | null; lost: Stripe.Checkout.Session[] }> {
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

/** Another installation may use the same account of the provider's: its payments are its own. */
function isOurs(session: Stripe.Checkout.Session, site: string): boolean {
  return session.metadata?.site === site && isId(session.client_reference_id);
}

/** A payment that was written again and not settled, because that broke off, is not found yet. */
function isLost(session: Stripe.Checkout.Session, lost: Map<string, "unknown" | "ended">): boolean {
  const state = lost.get(String(session.client_reference_id));
  return state === "unknown" || (state === "ended" && session.status === "complete");
}

/** @returns false while the payer's bank has not decided. */
async function tryToRecover(ctx: Context, session: Stripe.Checkout.Session): Promise<boolean> {
  try {
    return await recover(ctx, session);
  } catch (error) {
    // Asking again would be answered the same, and keep what comes after it waiting.
    if (!isRefusal(error)) throw error;
    ctx.log.error({ err: error, checkoutId: session.id }, "PAYMENT REVIEW: lost, and not refunded");
    return true;
  }
}

/** @returns false while the payer's bank has not decided. */
async function recover(ctx: Context, session: Stripe.Checkout.Session): Promise<boolean> {
  if (session.mode === "subscription") {
    await recoverSubscription(ctx, session.id);
    return true;
  }
  const { id: checkoutId } = session;
  // Still open: nobody holds a seat for it any more, so nobody should pay it.
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
  if (isReturned) return tellOfReturn(ctx, lost);
  const { id: paymentId, checkoutSessionId: checkoutId } = lost;
  ctx.log.error({ checkoutId, paymentId }, "a payment was lost here and is made again");
  if (await recoverBooking(ctx, lost)) return settlePayment(ctx, { paymentId }, settleBooking);
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
    cancelToken: session.cancel_url?.split("/").at(-1) ?? id,
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    recovery: { ...metadata },
  };
}

const seconds = (instant: number) => Math.floor(instant / 1000);
