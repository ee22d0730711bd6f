import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { type Booking, lockBooking, updateBooking } from "../store.server.ts";
import { insertChange, listChanges, listOutdated, readFacts } from "./store.server.ts";

/**
 * Updates the future bookings of an offering after an edit to its place, mode or hours. Each
 * booking stores the old and the new details, can be cancelled with a full refund until its start,
 * and its client is told (rule: sold-as-seen). It runs as a job with one transaction for each
 * booking, so another run continues where this one ended.
 */
export async function updateFutureBookings(ctx: Context, { offeringId }: { offeringId: string }) {
  for (const bookingId of await listOutdated(ctx.db, { offeringId }, ctx.now())) {
    await ctx.db.transaction((tx) => tellHolder(ctx, tx, { offeringId, bookingId }));
  }
}

async function tellHolder(
  ctx: Context,
  tx: Transaction,
  of: { offeringId: string; bookingId: string },
): Promise<void> {
  const booking = await lockBooking(tx, of.bookingId);
  // Another run may have told the client, or the client may have cancelled, while the lock was
  // waited for.
  const [id] = await listOutdated(tx, of, ctx.now());
  if (!id) return;
  const facts = await readFacts(tx, booking.slotId);
  const { sold: was } = booking;
  const start = new Date(facts.start);
  // Bookings of the previous release stored no details, so nobody knows whether something has
  // changed.
  if (!was) return updateBooking(tx, booking, { sold: facts });
  const sold = { ...facts, title: was.title, practitioner: was.practitioner };
  const createdAt = ctx.now();
  const changes = { sold, changedAt: createdAt, refundableUntil: start };
  const calendarSequence = booking.calendarSequence + 1;
  await updateBooking(tx, booking, { ...changes, calendarSequence });
  await insertChange(tx, { id: newId(), bookingId: id, was, isNow: sold, createdAt });
  if (booking.status === "confirmed") await mailChanges(ctx, tx, booking);
}

/** Mails a client every change of their booking that they have not been told of. */
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
