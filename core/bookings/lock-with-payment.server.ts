import type { Transaction } from "#platform/postgres.server.ts";
import { lockPayment } from "../payments/find-payment.server.ts";
import { listForSale } from "./resale/store.server.ts";
import { type Booking, lockBooking, lockBookingRow } from "./store.server.ts";

/** The later before the earlier, so that nobody deadlocks; answers those whose seats it may buy. */
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

/** The payment before the booking, as in settling, so that nobody deadlocks. */
export async function lockWithPayment(tx: Transaction, bookingId: string) {
  const payment = await lockPayment(tx, bookingId);
  return { payment, row: await lockBookingRow(tx, bookingId) };
}
