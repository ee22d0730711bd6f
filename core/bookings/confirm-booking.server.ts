import type { Transaction } from "#platform/postgres.server.ts";
import { noteUse } from "../accounts/change-status.server.ts";
import { createGuestAccount } from "../accounts/sign-up/sign-up.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import { planTexts } from "../sms/plan-texts.server.ts";
import { isSoon } from "../sms/rules.ts";
import { mailChanges, updateSold } from "./changes/update-future-bookings.server.ts";
import { endReplaced } from "./move/end-replaced.server.ts";
import { renewCode } from "./presence/store.server.ts";
import { type Booking, findSlot, writeConfirmation } from "./store.server.ts";

/** Confirms it in the caller's transaction and under its lock (rule: guest-account). */
export async function confirmBooking(ctx: Context, tx: Transaction, owned: Booking): Promise<void> {
  const booking = owned.status === "cancelled" ? await renew(ctx, tx, owned) : owned;
  const account =
    booking.clientId === null
      ? await createGuestAccount(ctx, tx, { email: booking.buyerEmail, reference: booking.id })
      : { userId: booking.clientId, isNew: false };
  const { professionalEmail } = await writeConfirmation(tx, booking, {
    clientId: account.userId,
    accountCreated: account.isNew,
    status: "confirmed",
    paymentStatus: "paid",
    confirmedAt: ctx.now(),
    cancelledAt: null,
    cancelReason: null,
    // A guest's free booking keeps counting against its network.
    ...(!(booking.pricePaidCents === 0 && booking.guestProofHash) && { holdAddress: null }),
  });
  await noteUse(ctx, tx, account.userId);
  await endReplaced(ctx, tx, booking);
  if (booking.changedAt) await mailChanges(ctx, tx, booking);
  const hour = await findSlot(tx, booking.slotId);
  const isUrgent = hour !== null && isSoon(hour.start, ctx.now());
  const mail = { reference: booking.id, data: { bookingId: booking.id } };
  await enqueueMails(ctx, tx, [
    { kind: "booking-confirmed", to: booking.buyerEmail, ...mail },
    { kind: "booking-received", to: professionalEmail, ...mail, isUrgent },
  ]);
  if (booking.pricePaidCents > 0) await planTexts(ctx, tx, [booking.id]);
}

/** Renews the code and facts of a booking that had ended, since others may have its code by now. */
async function renew(ctx: Context, tx: Transaction, booking: Booking): Promise<Booking> {
  await renewCode(tx, booking);
  return updateSold(ctx, tx, booking);
}
