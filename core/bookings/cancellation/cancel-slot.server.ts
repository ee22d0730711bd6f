import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { giveUpHold } from "../holds/release-hold.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { cancelBooking } from "./cancel-booking.server.ts";
import { findSlotOwner, listLiveBookings } from "./store.server.ts";

const input = z.object({ slotId: z.uuid() });

/**
 * Cancels a whole slot for its professional (rule: cancellation): nobody can book it any more,
 * every booking is refunded in full, open checkouts are ended. Each booking by itself: after an
 * interruption, another call continues with the rest.
 *
 * @returns how many bookings were cancelled.
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict` once it has begun,
 * `provider_unavailable` when an open checkout could not be ended.
 */
export async function cancelSlot(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ cancelled: number }> {
  const { userId } = requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const slot = await findSlotOwner(ctx.db, slotId);
  if (!slot) throw new AppError("not_found");
  if (slot.ownerId !== userId) throw new AppError("forbidden");
  const now = ctx.now();
  if (slot.start <= now) throw new AppError("conflict");
  await ctx.db.transaction((tx) => closeSlot(tx, { ...slot, slotId }, now));
  const live = () => listLiveBookings(ctx.db, slotId);
  const cancelled = await cancelConfirmed(ctx, await live());
  await endCheckouts(ctx, await live());
  // Includes those who paid while their checkout was being ended.
  return { cancelled: cancelled + (await cancelConfirmed(ctx, await live())) };
}

type Live = Awaited<ReturnType<typeof listLiveBookings>>;

async function cancelConfirmed(ctx: Context, bookings: Live): Promise<number> {
  let cancelled = 0;
  for (const { id, status } of bookings) {
    if (status !== "confirmed") continue;
    try {
      await cancelBooking(ctx, { bookingId: id });
      cancelled += 1;
    } catch (error) {
      // Cancelled by the client, or by a second click, at this very moment.
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
