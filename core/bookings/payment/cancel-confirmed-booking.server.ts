import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { CancelReason } from "../rules.ts";
import { returnBookedSeats } from "../seats/take-seats.server.ts";
import { type BookingRow, updateBooking } from "../store.server.ts";

/** Ends it under the caller's lock; the refund is left to the caller. */
export async function cancelConfirmedBooking(
  ctx: Context,
  tx: Transaction,
  row: BookingRow,
  cancelReason: CancelReason,
  letterId?: string,
): Promise<void> {
  const now = ctx.now();
  await updateBooking(tx, row, { status: "cancelled", cancelReason, cancelledAt: now });
  const mail = { reference: row.id, data: { bookingId: row.id } };
  await enqueueMails(ctx, tx, [
    {
      ...{ kind: "booking-cancelled-client", to: row.buyerEmail, reference: row.id },
      data: { bookingId: row.id, ...(letterId && { letterId }) },
    },
    { kind: "booking-cancelled-professional", to: row.professionalEmail, ...mail },
  ]);
  await returnBookedSeats(tx, row, now);
}
