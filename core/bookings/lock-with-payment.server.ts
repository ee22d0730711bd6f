import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../errors.ts";
import { lockPayment } from "../payments/find-payment.server.ts";
import { listForSale } from "./resale/store.server.ts";
import { type Booking, findBookingRow, lockBooking } from "./store.server.ts";

/**
 * Locks the later before the earlier, so that buyers of each other's seats do not deadlock.
 * @returns those whose seats it may buy, and no others.
 */
export async function lockEarlier(
  tx: Transaction,
  { status, slotId, seats, resaleOfId, replacesId }: Booking,
): Promise<string[]> {
  const forSale = status === "cancelled" ? await listForSale(tx, { slotId, seats }) : [];
  const ids = new Set([resaleOfId, replacesId, ...forSale].filter((id) => id !== null));
  for (const id of [...ids].sort().reverse()) {
    await lockPayment(tx, id);
    await lockBooking(tx, id);
  }
  return forSale;
}

/**
 * Locks the payment before the booking, as settling and ending do.
 * @throws AppError `conflict` for a booking that is gone.
 */
export async function lockWithPayment(tx: Transaction, bookingId: string) {
  const payment = await lockPayment(tx, bookingId);
  const booking = await lockBooking(tx, bookingId);
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new AppError("conflict");
  return { payment, booking, row };
}
