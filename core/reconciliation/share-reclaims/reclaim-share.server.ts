import Stripe from "stripe";
import type { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import { readMailAbout } from "../../bookings/read-booking-mail.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { formatPrice } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import {
  findPayment,
  listRefunds,
  lockPayment,
  type Payment,
} from "../../payments/find-payment.server.ts";
import { refusalLabel } from "../../payments/labels.ts";
import { createOnce, findMarked } from "../../payments/prepare-payment.server.ts";
import { recordReversals } from "../../payments/refunds/record-reversals.server.ts";
import { reclaimableOf } from "./rules.ts";
import { reclaimInput } from "./schema.ts";
import {
  endReclaim,
  findPayee,
  findReclaim,
  insertReclaim,
  listMovementsOf,
  listReclaims,
  type ReclaimRow,
} from "./store.server.ts";

/**
 * Looked for first, as the provider forgets keys; a refusal ends it (rule: share-reclaimed).
 * @throws Stripe's error when it does not answer, or does not let us ask.
 */
export async function makeReclaim(ctx: Context, { reclaimId }: { reclaimId: string }) {
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
async function reverse(ctx: Context, chargeId: string, { id, amountCents: amount }: ReclaimRow) {
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
export async function readReclaims(db: Executor, payment: Payment) {
  const reclaims = await listReclaims(db, payment.id);
  const refunds = await listRefunds(db, payment.id);
  const movements = await listMovementsOf(db, payment.id);
  return { reclaims, reclaimableCents: reclaimableOf(payment, { refunds, movements, reclaims }) };
}

export async function readReclaimMail(ctx: Context, { data }: QueuedMail<"share-reclaimed">) {
  const reclaim = await findReclaim(ctx.db, data.reclaimId);
  const view = await readMailAbout(ctx, data.bookingId);
  const payment = await findPayment(ctx.db, { reference: data.bookingId });
  if (!reclaim || !view || !payment) return null;
  const { amountCents: takenCents, reason } = reclaim;
  return { ...view, takenCents, reason, byBank: payment.chargedBackCents > 0 };
}

/**
 * Written down before the provider is asked; sent twice, it is one (rule: share-reclaimed). Answers
 * whether it is made; else it will be.
 * @throws AppError `forbidden` to all but administration, `not_found`, `conflict` when nothing may
 * be taken back or the provider refuses it.
 */
export async function reclaimShare(ctx: Context, input: z.input<typeof reclaimInput>) {
  requireOperator(ctx, "administration");
  const { paymentId, reclaimId, amount: amountCents, reason } = parseInput(reclaimInput, input);
  const known = await findPayment(ctx.db, { id: paymentId });
  if (!known) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  await ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, known.reference);
    const earlier = await findReclaim(tx, reclaimId);
    if (earlier?.paymentId === paymentId) return;
    if (!payment || earlier) throw new AppError("conflict");
    const { reclaimableCents } = await readReclaims(tx, payment);
    if (reclaimableCents === 0) throw new AppError("conflict", { message: NOTHING });
    if (amountCents > reclaimableCents) {
      const most = `${formatPrice(reclaimableCents)} au plus : sa part de ce que Parenthèse a payé.`;
      throw new AppError("invalid_input", { fields: { amount: [most] } });
    }
    const createdAt = ctx.now();
    await insertReclaim(tx, { id: reclaimId, paymentId, amountCents, reason, createdAt });
    const payee = await findPayee(tx, paymentId);
    await recordAct(ctx, tx, {
      ...{ act: "share_reclaimed", object: { kind: "payment", id: paymentId } },
      ...{ personId: payee?.userId, reason, after: { amountCents } },
    });
  });
  try {
    await makeReclaim(ctx, { reclaimId });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn({ err: error, reclaimId }, "a share will be taken back by the reconciler");
  }
  const after = await findReclaim(ctx.db, reclaimId);
  if (after?.refusedCode) {
    const message = `Stripe refuse cette reprise : ${refusalLabel(after.refusedCode)}. Rien n'a été pris, et rien n'est dit au professionnel.`;
    throw new AppError("conflict", { message });
  }
  return { made: after?.status === "made" };
}

const NOTHING =
  "Rien n'est à reprendre : Parenthèse n'a rien payé ici que sa règle ne devait pas, ou l'a déjà repris.";
