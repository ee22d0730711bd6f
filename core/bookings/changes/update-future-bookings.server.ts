import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { planTexts } from "../../sms/plan-texts.server.ts";
import { refundableOnceMoved } from "../rules.ts";
import { type Booking, lockBooking, updateBooking } from "../store.server.ts";
import { insertChange, listChanges, listOutdated, moveToSlot, readFacts } from "./store.server.ts";

/** Updates future bookings as a job, one transaction each (rule: sold-as-seen). */
export const updateFutureBookings = defineJob("tell-holders", async (ctx, { offeringId }) => {
  for (const bookingId of await listOutdated(ctx.db, { offeringId }, ctx.now())) {
    await ctx.db.transaction((tx) => tellHolder(ctx, tx, bookingId));
  }
});

async function tellHolder(ctx: Context, tx: Transaction, bookingId: string): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (booking.status === "cancelled") return;
  const updated = await updateSold(ctx, tx, booking);
  const isNews = updated.changedAt !== booking.changedAt;
  if (isNews && booking.status === "confirmed") await mailChanges(ctx, tx, booking);
}

/** Sells a booking as its offering is now, under the caller's lock, without telling its client. */
export async function updateSold(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
): Promise<Booking> {
  const [id] = await listOutdated(tx, { bookingId: booking.id }, ctx.now());
  if (!id) return booking;
  const facts = await readFacts(tx, booking.slotId);
  const { sold: was } = booking;
  const now = ctx.now();
  const sold = { ...facts, title: was.title, practitioner: was.practitioner };
  const calendarSequence = booking.calendarSequence + 1;
  const refundableUntil = new Date(facts.start);
  const changes = { sold, changedAt: now, refundableUntil, calendarSequence };
  await updateBooking(tx, booking, changes);
  await insertChange(tx, { id: newId(), bookingId: id, was, isNow: sold, createdAt: now });
  return { ...booking, ...changes };
}

export async function mailChanges(
  ctx: Context,
  tx: Transaction,
  { id: bookingId, buyerEmail: to }: Pick<Booking, "id" | "buyerEmail">,
): Promise<void> {
  const changes = await listChanges(tx, bookingId);
  await enqueueMails(
    ctx,
    tx,
    changes.map(({ id }) => ({
      kind: "booking-changed" as const,
      reference: id,
      to,
      data: { bookingId, changeId: id },
    })),
  );
}

/** Under the caller's lock; answers the change's id (rules: another-hour, own-move, sms-limits). */
export async function writeMove(
  ctx: Context,
  tx: Transaction,
  booking: Pick<Booking, "id" | "sold" | "refundableUntil">,
  { slotId, start }: { slotId: string; start: Date },
): Promise<string> {
  const until = refundableOnceMoved(booking, start);
  await moveToSlot(tx, { bookingId: booking.id, slotId, refundableUntil: until });
  const facts = await readFacts(tx, slotId);
  const { sold: was } = booking;
  const isNow = { ...facts, title: was.title, practitioner: was.practitioner };
  const id = newId();
  await insertChange(tx, { id, bookingId: booking.id, was, isNow, createdAt: ctx.now() });
  await planTexts(ctx, tx, [booking.id]);
  return id;
}
