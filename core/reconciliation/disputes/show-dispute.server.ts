import { z } from "zod";
import { gatherEvidence } from "../../bookings/evidence/gather-evidence.server.ts";
import type { BookingEvidence } from "../../bookings/evidence/schema.ts";
import type { GoodwillProposal } from "../../bookings/goodwill/schema.ts";
import { findWaitingLoss } from "../../bookings/goodwill/second-person.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readLedger } from "../../payments/disputes/read-ledger.server.ts";
import type { ReadLedger } from "../../payments/disputes/rules.ts";
import { findPayment, type Payment } from "../../payments/find-payment.server.ts";
import { listSentFiles } from "./add-evidence-file.server.ts";
import type { EvidenceFile, SentFile } from "./schema.ts";
import { listFiles } from "./store.server.ts";

export interface DisputeView {
  payment: Payment;
  ledger: ReadLedger;
  /** Null where the booking is gone. */
  evidence: BookingEvidence | null;
  files: EvidenceFile[];
  /** Gone to the bank. */
  sent: SentFile[];
  loss: GoodwillProposal | null;
}

/**
 * Without notes.
 * @throws AppError `not_found` when nobody contested it (rule: dispute-evidence).
 */
export async function showDispute(ctx: Context, input: unknown): Promise<DisputeView> {
  requireOperator(ctx);
  const { paymentId } = parseInput(z.object({ paymentId: z.uuid() }), input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment?.disputeStatus) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  await recordReading(ctx, { kind: "payment", id: paymentId });
  return {
    payment,
    ledger: await readLedger(ctx, payment),
    evidence: await gatherEvidence(ctx.db, payment.reference),
    files: await listFiles(ctx.db, paymentId),
    sent: await listSentFiles(ctx, paymentId),
    loss: await findWaitingLoss(ctx, paymentId),
  };
}
