import { z } from "zod";
import type { GoodwillProposal } from "../../bookings/goodwill/schema.ts";
import { findWaitingReturn } from "../../bookings/goodwill/second-person.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import type { ActView } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readLedger } from "../../payments/disputes/read-ledger.server.ts";
import type { Ledger } from "../../payments/disputes/rules.ts";
import { findPayment, findShares, type Payment } from "../../payments/find-payment.server.ts";
import { findOwed, type Owed } from "../../payments/refunds/note-return.server.ts";
import { readReclaims } from "../../reconciliation/reclaims/read-reclaims.server.ts";
import type { Happening } from "../schema.ts";
import { tellPayment } from "../timeline/tell-payment.server.ts";

/** A payment as operators see it, with all that happened to it. */
export interface PaymentRecord {
  payment: Payment;
  ledger: Ledger;
  /** The present division; null when nothing was to be paid. */
  shares: Awaited<ReturnType<typeof findShares>>;
  /** The most that may be taken back from the professional (rule: share-reclaimed). */
  reclaimableCents: Cents;
  /** The amount that its client still waits for; null where no refund of it failed. */
  owed: Owed | null;
  /** A return that waits for a second person; null otherwise. */
  waiting: GoodwillProposal | null;
  happenings: Happening[];
  acts: ActView[];
}

/**
 * A payment with the way of its money and what happened to it, by our own rows, the mails, the
 * provider's events and the operators' journal (rules: records, payment-review). Every operator
 * reads it.
 *
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function showPaymentRecord(ctx: Context, input: unknown): Promise<PaymentRecord> {
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
    waiting: owed && (await findWaitingReturn(ctx, paymentId)),
    happenings: await tellPayment(ctx, { payment, ledger }),
    acts: await listActsOn(ctx, { kind: "payment", id: paymentId }),
  };
}
