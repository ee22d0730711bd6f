import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import { requireOperator } from "../../operators/rules.ts";
import { type Canceller, canCancel, refundDue } from "../cancellation-terms/rules.ts";
import { moneyOf } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";

/** The refund that each side's cancellation would owe now; null where it cannot cancel. */
export type Cancellations = Record<Canceller, Cents | null>;

/**
 * What a cancellation would give back at this moment, by the rule that was frozen (rule:
 * refund-notice). For operators.
 *
 * @throws AppError `not_found`.
 */
export async function previewCancellation(ctx: Context, bookingId: string): Promise<Cancellations> {
  requireOperator(ctx);
  const row = await findBookingRow(ctx.db, bookingId);
  const now = ctx.now();
  const owed = (by: Canceller) => {
    if (!row) return null;
    const asked = { ...row, ...moneyOf(row) };
    return canCancel(asked, by, now).allowed ? refundDue(asked, by, now) : null;
  };
  return { client: owed("client"), professional: owed("professional") };
}
