import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import {
  findPayment,
  findShares,
  listRefunds,
  type Payment,
  type Refund,
} from "./find-payment.server.ts";

/** A payment with what became of its money. */
export interface PaymentView {
  payment: Payment;
  refunds: Refund[];
  /** The present division; null when nothing was to be paid. */
  shares: Awaited<ReturnType<typeof findShares>>;
}

/**
 * A payment with all that is needed to decide about it (rule: payment-review). For operators of the
 * finance role.
 *
 * @throws AppError `invalid_input`, `not_found`, `forbidden`.
 */
export async function showPayment(ctx: Context, input: unknown): Promise<PaymentView> {
  requireOperator(ctx, "finance");
  const { paymentId } = parseInput(z.object({ paymentId: z.uuid() }), input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  await recordReading(ctx, { kind: "payment", id: paymentId });
  return {
    payment,
    refunds: await listRefunds(ctx.db, paymentId),
    shares: await findShares(ctx.db, payment.reference),
  };
}
