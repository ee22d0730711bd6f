import type { Transaction } from "#platform/postgres.server.ts";
import { AppError } from "../errors.ts";
import { lockPayment } from "../payments/find-payment.server.ts";
import { listForSale } from "./resale/store.server.ts";
import { type Booking, findBookingRow, lockBooking } from "./store.server.ts";

/**
 * Locks the bookings that the payment of another may end, with their payments: the one whose seats it
 * buys, and the one that it replaces; if its own hold is over, those whose seats it may still buy. The
 * later before the earlier, as everywhere, so that two clients who buy each other's seats wait for each
 * other instead of deadlocking.
 *
 * @returns the last of these: no others may be bought in the transaction.
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
