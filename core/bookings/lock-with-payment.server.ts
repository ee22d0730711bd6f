import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../errors.ts";
import { lockPayment } from "../payments/find-payment.server.ts";
import { findBookingRow, lockBooking } from "./store.server.ts";

/**
 * Locks a booking after its payment, as settling and ending one do, and reads it with its slot.
 *
 * @throws AppError `conflict` for a booking that is gone.
 */
export async function lockWithPayment(tx: Transaction, bookingId: string) {
  const payment = await lockPayment(tx, bookingId);
  const booking = await lockBooking(tx, bookingId);
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new AppError("conflict");
  return { payment, booking, row };
}
