import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { requireOperator } from "../../operators/rules.ts";
import { type Canceller, canCancel, leftCents, refundDue } from "../cancellation-terms/rules.ts";
import { isForGoodwill } from "../goodwill/rules.ts";
import { moneyOf } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";

/** In cents; null where that side cannot cancel. */
export type Cancellations = Record<Canceller, Cents | null>;

/**
 * Tells what could be given back at this moment (rules: refund-notice, goodwill).
 * @throws AppError `not_found`.
 */
export async function previewCancellation(
  ctx: Context,
  bookingId: string,
): Promise<{ cancellations: Cancellations; goodwillCents: Cents | null }> {
  requireOperator(ctx);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!row) return { cancellations: { client: null, professional: null }, goodwillCents: null };
  const now = ctx.now();
  const asked = { ...row, ...moneyOf(row) };
  const owed = (by: Canceller) =>
    canCancel(asked, by, now).allowed ? refundDue(asked, by, now) : null;
  const left = leftCents(asked);
  const isPaid = row.paymentState === "paid" || row.paymentState === "partially_refunded";
  return {
    cancellations: { client: owed("client"), professional: owed("professional") },
    goodwillCents: isPaid && left > 0 && isForGoodwill(asked, now) ? left : null,
  };
}
