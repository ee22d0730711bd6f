import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isProcessing } from "../../payments/rules.ts";
import { resultPath } from "../rules.ts";
import { type BookingRow, findBookingRow } from "../store.server.ts";
import { applyPayment } from "./apply-payment.server.ts";

const abandonInput = z.object({ token: z.string().min(1).max(100) });

/**
 * Ends the checkout at once for a request with its token (rule: hold-release).
 * @returns the result page's path if the payer had paid or finished after all; and the offering.
 * @throws AppError `not_found`, `provider_unavailable`.
 */
export async function abandonCheckout(
  ctx: Context,
  input: z.input<typeof abandonInput>,
): Promise<{ paidPath: string | null; booking: BookingRow | null }> {
  const { token } = parseInput(abandonInput, input);
  const asked = await findPayment(ctx.db, { cancelToken: token });
  if (!asked) throw new AppError("not_found");
  await settlePayment(ctx, { paymentId: asked.id, abandon: true }, applyPayment);
  const payment = await findPayment(ctx.db, { id: asked.id });
  const booking = await findBookingRow(ctx.db, asked.reference);
  const isFinished = payment && (payment.paidAt || isProcessing(payment));
  if (!isFinished || !payment.checkoutSessionId || !booking) {
    return { paidPath: null, booking };
  }
  const paidPath = resultPath(booking.guestProofHash !== null, payment.checkoutSessionId);
  return { paidPath, booking };
}
