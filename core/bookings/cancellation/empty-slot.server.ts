import type { Context } from "../../context.server.ts";
import { isAppError } from "../../errors.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { giveUpHold } from "../holds/release-hold.server.ts";
import { findWord } from "../letters/store.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { findBookingRow } from "../store.server.ts";
import { endBooking } from "./end-booking.server.ts";
import { listLiveBookings } from "./store.server.ts";

/**
 * Ends every booking of a slot that its professional has closed: all are refunded in full, open
 * checkouts are ended at the provider. Each by itself, so that another run goes on where this one
 * was interrupted; the job of the same name is such a run.
 *
 * @param decided when it is a job's: the instant at which its professional decided, and wrote the
 * word that goes with it.
 * @returns how many bookings were cancelled.
 * @throws AppError `provider_unavailable` when an open checkout could not be ended.
 */
export async function emptySlot(
  ctx: Context,
  { slotId, decided }: { slotId: string; decided?: string },
): Promise<number> {
  const decidedAt = decided === undefined ? undefined : new Date(decided);
  const live = () => listLiveBookings(ctx.db, slotId);
  const cancelConfirmed = async () => cancelAll(ctx, slotId, await live(), decidedAt);
  const cancelled = await cancelConfirmed();
  await endCheckouts(ctx, await live());
  // Includes those who paid while their checkout was being ended.
  return cancelled + (await cancelConfirmed());
}

type Live = Awaited<ReturnType<typeof listLiveBookings>>;

async function cancelAll(
  ctx: Context,
  slotId: string,
  bookings: Live,
  decidedAt: Date | undefined,
): Promise<number> {
  let cancelled = 0;
  for (const { id, status } of bookings) {
    const row = status === "confirmed" ? await findBookingRow(ctx.db, id) : null;
    if (!row) continue;
    const letterId = decidedAt && (await findWord(ctx.db, id, decidedAt));
    try {
      await endBooking(ctx, row, "professional", { decidedAt, letterId, slotId });
      cancelled += 1;
    } catch (error) {
      // Cancelled by the client, or by a second click, or moved elsewhere, at this very moment.
      if (!isAppError(error) || error.code !== "conflict") throw error;
    }
  }
  return cancelled;
}

async function endCheckouts(ctx: Context, bookings: Live): Promise<void> {
  for (const { id, status } of bookings) {
    if (status !== "pending") continue;
    const payment = await findPayment(ctx.db, { reference: id });
    if (payment) await settlePayment(ctx, { paymentId: payment.id, abandon: true }, applyPayment);
    else await giveUpHold(ctx, { bookingId: id });
  }
}
