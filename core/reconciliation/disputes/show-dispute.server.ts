import { z } from "zod";
import { gatherEvidence } from "../../bookings/evidence/gather-evidence.server.ts";
import type { BookingEvidence } from "../../bookings/evidence/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findPayment, type Payment } from "../../payments/find-payment.server.ts";
import type { EvidenceFile } from "./schema.ts";
import { listFiles } from "./store.server.ts";

/** A contested payment with what can be said for it. */
export interface DisputeView {
  payment: Payment;
  /** Null where the booking is gone. */
  evidence: BookingEvidence | null;
  /** The files that go with it. */
  files: EvidenceFile[];
}

/**
 * A contested payment with the evidence that the site has (rule: dispute-evidence). For operators of
 * the finance role.
 *
 * @throws AppError `invalid_input`, `forbidden`, `not_found` (nobody has contested it either).
 */
export async function showDispute(ctx: Context, input: unknown): Promise<DisputeView> {
  requireOperator(ctx, "finance");
  const { paymentId } = parseInput(z.object({ paymentId: z.uuid() }), input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment?.disputeStatus) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  await recordReading(ctx, { kind: "payment", id: paymentId });
  return {
    payment,
    evidence: await gatherEvidence(ctx.db, payment.reference),
    files: await listFiles(ctx.db, paymentId),
  };
}
