import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { MINUTE, SECOND } from "../../durations.ts";
import { AppError, isAppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { settlePayment } from "../../payments/checkouts/settle-payment.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { findOwnSlot } from "../find-own-booking.server.ts";
import { endHold } from "../holds/release-hold.server.ts";
import { findCancellationMessage } from "../messages/store.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { findBookingRow } from "../store.server.ts";
import { endBooking } from "./end-booking.server.ts";
import { listLeftBookings } from "./store.server.ts";

/**
 * Of a closed slot, each in its own transaction; `decided` identifies its professional's message
 * too.
 * @throws AppError `provider_unavailable` if an open checkout could not be ended.
 */
export const cancelSlotBookings = defineJob(
  "empty-slot",
  async (ctx, { slotId, decided }: { slotId: string; decided?: string }) => {
    const decidedAt = decided === undefined ? undefined : new Date(decided);
    const live = () => listLeftBookings(ctx.db, slotId);
    const cancelConfirmed = async () => cancelAll(ctx, slotId, await live(), decidedAt);
    const cancelled = await cancelConfirmed();
    await endCheckouts(ctx, await live());
    // Includes those who paid while their checkout was being ended.
    return cancelled + (await cancelConfirmed());
  },
);

type Live = Awaited<ReturnType<typeof listLeftBookings>>;

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
    const letterId = decidedAt && (await findCancellationMessage(ctx.db, id, decidedAt));
    try {
      await endBooking(ctx, row, "professional", { decidedAt, letterId, slotId });
      cancelled += 1;
    } catch (error) {
      // At the same moment, the client or a second click has cancelled it, or it has moved to
      // another slot.
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
    else await endHold(ctx, id, "abandoned");
  }
}

const RESUME_AFTER = MINUTE;

const input = z.object({ slotId: z.uuid() });

/**
 * Cancels a slot, one transaction for each booking; a job finishes it (rule: cancellation).
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `conflict`, `provider_unavailable`.
 */
export async function cancelSlot(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ cancelled: number }> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const slot = await findOwnSlot(ctx, slotId);
  const now = ctx.now();
  if (slot.start <= now) throw new AppError("conflict");
  await ctx.db.transaction(async (tx) => {
    await closeSlot(tx, { ...slot, slotId }, now);
    const job = { slotId, decided: now.toISOString() };
    await ctx.jobs.send(tx, "empty-slot", job, { startAfter: RESUME_AFTER / SECOND });
  });
  return { cancelled: await cancelSlotBookings(ctx, { slotId }) };
}
