import { eq } from "drizzle-orm";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { resellBooking } from "#core/bookings/resale/resell-booking.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { findPayment } from "#core/payments/find-payment.server.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import { refunds } from "#core/tables.server.ts";
import type { Client } from "../accounts.ts";
import { actorOf } from "../people.ts";
import type { Simulator } from "../simulator.ts";

/** Subjects that only some clients would come for. */
export const FOR_SOME = "prénatal|grossesse|enceinte|naissance|bébé|enfant|senior";

/** A slot that somebody is about to book. */
export interface Bookable {
  kind: SlotKind;
  offeringId: string;
  slotId: string;
  start: Date;
}

/** Books a slot and pays it, as the actor and at the time of `ctx`. @returns the booking's id. */
export async function fulfil(
  ctx: Context & { actor: Actor },
  simulator: Simulator,
  { kind, offeringId, slotId }: Bookable,
  notes?: string,
): Promise<string> {
  await simulator.setClock(ctx.now());
  const asked = { [`${kind}Id`]: offeringId, slotId, bookingNotes: notes };
  const { bookingId } = await bookSlot(ctx, asked);
  const checkoutId = (await findPayment(ctx.db, { reference: bookingId }))?.checkoutSessionId;
  if (!checkoutId) throw new Error(`booking ${bookingId} has no checkout`);
  await simulator.pay(checkoutId, `${ctx.actor.firstName} ${ctx.actor.lastName}`);
  await verifyPayment(ctx, { sessionId: checkoutId });
  return bookingId;
}

/** Cancels a booking an hour after it was made, and has its money returned. */
export async function callOff(ctx: Context & { actor: Actor }, bookingId: string): Promise<void> {
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + HOUR) };
  await cancelBooking(later, { bookingId });
  await returnMoney(later, bookingId);
}

/** Puts a booking up for sale on its last day, and has somebody else take it over. */
export async function resell(
  ctx: Context & { actor: Actor },
  simulator: Simulator,
  { bookingId, buyer, ...slot }: Bookable & { bookingId: string; buyer: Client },
): Promise<void> {
  const before = (hours: number) => () => new Date(slot.start.getTime() - hours * HOUR);
  await resellBooking({ ...ctx, now: before(10) }, { bookingId });
  const bought = { ...ctx, actor: actorOf(buyer), now: before(5) };
  await fulfil(bought, simulator, slot);
  await returnMoney(bought, bookingId);
}

async function returnMoney(ctx: Context, bookingId: string): Promise<void> {
  const payment = await findPayment(ctx.db, { reference: bookingId });
  const owed = await ctx.db
    .select({ refundId: refunds.id })
    .from(refunds)
    .where(eq(refunds.paymentId, String(payment?.id)));
  for (const refund of owed) await askRefund(ctx, refund, applyPayment);
}
