import Stripe from "stripe";
import type { Executor } from "#platform/postgres.server.ts";
import { readMailAbout } from "../../bookings/read-booking-mail.server.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { createOnce, findMarked } from "../../payments/create-once.server.ts";
import { findPayment, listRefunds, type Payment } from "../../payments/find-payment.server.ts";
import { recordReversals } from "../../payments/refunds/record-reversals.server.ts";
import { type Reclaim, reclaimableOf } from "./rules.ts";
import type { ReclaimMail } from "./schema.ts";
import {
  endReclaim,
  findPayee,
  findReclaim,
  listMovementsOf,
  listReclaims,
  type ReclaimRow,
} from "./store.server.ts";

/**
 * Looked for first, as the provider forgets keys; a refusal ends it (rule: share-reclaimed).
 * @throws Stripe's error when it does not answer, or does not let us ask.
 */
export async function makeReclaim(
  ctx: Context,
  { reclaimId }: { reclaimId: string },
): Promise<void> {
  const reclaim = await findReclaim(ctx.db, reclaimId);
  if (reclaim?.status !== "asked") return;
  const payment = await findPayment(ctx.db, { id: reclaim.paymentId });
  if (!payment?.chargeId) throw new Error(`reclaim ${reclaimId} has no charge`);
  let reversal: Stripe.TransferReversal;
  try {
    reversal = await reverse(ctx, payment.chargeId, reclaim);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    ctx.log.error({ err: error, reclaimId }, "the provider refuses to take a share back");
    const refusedCode = error.code ?? "invalid_request";
    await endReclaim(ctx.db, reclaimId, { status: "refused", refusedCode, settledAt: ctx.now() });
    return;
  }
  await recordReversals(ctx, payment);
  await writeMade(ctx, payment, reclaim, reversal.id);
}

/** The commission that was kept of it stays. */
async function reverse(
  ctx: Context,
  chargeId: string,
  { id, amountCents: amount }: ReclaimRow,
): Promise<Stripe.TransferReversal> {
  const { charges, transfers } = ctx.stripe;
  const { transfer } = await charges.retrieve(chargeId, { expand: ["transfer"] });
  if (!transfer || typeof transfer === "string") {
    throw new Error(`charge ${chargeId} has no transfer`);
  }
  const find = (options?: Stripe.RequestOptions) =>
    findMarked(
      transfers.listReversals(transfer.id, { limit: 100 }, options),
      ({ metadata }) => metadata?.reclaim_id === id,
    );
  const metadata = { reclaim_id: id };
  return (
    (await find()) ??
    createOnce(ctx, `${id}.reclaim`, {
      find,
      make: (options) => transfers.createReversal(transfer.id, { amount, metadata }, options),
    })
  );
}

function writeMade(
  ctx: Context,
  { id: paymentId, reference: bookingId }: Payment,
  { id: reclaimId }: ReclaimRow,
  stripeReversalId: string,
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const end = { status: "made" as const, stripeReversalId, settledAt: ctx.now() };
    if (!(await endReclaim(tx, reclaimId, end))) return;
    const payee = await findPayee(tx, paymentId);
    if (!payee) return;
    await enqueueMail(ctx, tx, {
      ...{ kind: "share-reclaimed", reference: reclaimId, to: payee.email },
      data: { bookingId, reclaimId },
    });
  });
}

/** Taken back, and how much still may be (rule: share-reclaimed). */
export async function readReclaims(
  db: Executor,
  payment: Payment,
): Promise<{ reclaims: Reclaim[]; reclaimableCents: Cents }> {
  const reclaims = await listReclaims(db, payment.id);
  const refunds = await listRefunds(db, payment.id);
  const movements = await listMovementsOf(db, payment.id);
  return { reclaims, reclaimableCents: reclaimableOf(payment, { refunds, movements, reclaims }) };
}

/** Null once the booking is gone. */
export async function readReclaimMail(
  ctx: Context,
  { data }: QueuedMail<"share-reclaimed">,
): Promise<ReclaimMail | null> {
  const reclaim = await findReclaim(ctx.db, data.reclaimId);
  const view = await readMailAbout(ctx, data.bookingId);
  const payment = await findPayment(ctx.db, { reference: data.bookingId });
  if (!reclaim || !view || !payment) return null;
  const { amountCents: takenCents, reason } = reclaim;
  return { ...view, takenCents, reason, byBank: payment.chargedBackCents > 0 };
}
