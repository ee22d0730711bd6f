import { z } from "zod";
import { findWaiting } from "../../bookings/goodwill/second-person.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findPayment, findShares } from "../../payments/find-payment.server.ts";
import { readLedger } from "../../payments/ledger/read-ledger.server.ts";
import { findOwed } from "../../payments/refunds/record-outside-refund.server.ts";
import { showDispute } from "../../reconciliation/disputes/answer-dispute.server.ts";
import { readReclaims } from "../../reconciliation/share-reclaims/reclaim-share.server.ts";
import { tellPayment } from "../timeline/tell-payments.server.ts";

/** @throws AppError `not_found` for no payment (rules: records, payment-review). */
export async function showPaymentRecord(ctx: Context, input: unknown) {
  requireOperator(ctx);
  const { paymentId } = parseInput(z.object({ paymentId: z.uuid() }), input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  await recordReading(ctx, { kind: "payment", id: paymentId });
  const ledger = await readLedger(ctx, payment);
  const owed = payment.status === "review" ? await findOwed(ctx.db, payment) : null;
  return {
    payment,
    ledger,
    shares: await findShares(ctx.db, payment.reference),
    reclaimableCents: (await readReclaims(ctx.db, payment)).reclaimableCents,
    owed: owed?.hasFailed ? owed : null,
    waiting: owed && (await findWaiting(ctx, "return", paymentId)),
    happenings: await tellPayment(ctx, { payment, ledger }),
    acts: await listActsOn(ctx, { kind: "payment", id: paymentId }),
  };
}

/** @throws AppError `not_found` when nobody has contested it (rules: dispute-evidence, records). */
export async function showDisputeRecord(ctx: Context, input: unknown) {
  const found = await showDispute(ctx, input);
  return { ...found, happenings: await tellPayment(ctx, found) };
}
