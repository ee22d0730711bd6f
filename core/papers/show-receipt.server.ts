import { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import { findAnyBooking } from "../bookings/find-any-booking.server.ts";
import { findOwnBooking } from "../bookings/find-own-booking.server.ts";
import { findParticipant } from "../bookings/find-participant.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { cents } from "../money.ts";
import { findGoodwill } from "../payments/find-payment.server.ts";
import { guestProof } from "../payments/schema.ts";
import { hasReceipt, splitVat } from "./rules.ts";
import type { Receipt } from "./schema.ts";
import { findDeclaredSeller, findVatRate } from "./store.server.ts";

const receiptInput = z.object({ bookingId: z.uuid(), guestProof });

/**
 * A booking cancelled later keeps its receipt, with what came back (rule: receipt).
 * @throws AppError `not_found` for another's, `conflict` for what was free or never paid.
 */
export async function showReceipt(
  ctx: Context,
  input: z.input<typeof receiptInput>,
): Promise<Receipt> {
  const asked = receiptInput.safeParse(input);
  if (!asked.success) throw new AppError("not_found");
  const { bookingId } = asked.data;
  const isGuest = !ctx.actor && asked.data.guestProof;
  const { row } = isGuest
    ? await findOwnBooking(ctx, asked.data)
    : await findParticipant(ctx, bookingId);
  const receipt = await receiptOf(ctx.db, row);
  if (!receipt) throw new AppError("conflict", { message: "Cette réservation n'a pas été payée." });
  return receipt;
}

/** For what the site does by itself; null for what was free, never paid, or is gone. */
export async function findReceipt(db: Executor, bookingId: string): Promise<Receipt | null> {
  const row = await findAnyBooking(db, bookingId);
  return row && receiptOf(db, row);
}

async function receiptOf(
  db: Executor,
  row: NonNullable<Awaited<ReturnType<typeof findAnyBooking>>>,
): Promise<Receipt | null> {
  if (!row.confirmedAt || !hasReceipt(row)) return null;
  const [seller, vatRate, goodwillCents] = await Promise.all([
    findDeclaredSeller(db, row.professionalId),
    findVatRate(db, row.id),
    findGoodwill(db, row.id),
  ]);
  const seats = row.seats + row.seatsCancelled;
  // A gift is the platform's, and leaves the seller's price as it was (rule: goodwill).
  const returnedCents = (row.refundedCents ?? 0) + (row.chargedBackCents ?? 0);
  const refundedCents = cents(returnedCents - goodwillCents);
  const keptCents = cents(row.pricePaidCents - refundedCents);
  const clientName = [row.clientFirstName, row.clientLastName].filter(Boolean).join(" ");
  return {
    bookingId: row.id,
    paidAt: row.confirmedAt,
    seller: { ...seller, vatNumber: vatRate ? seller.vatNumber : null },
    clientName: clientName || null,
    title: row.title,
    start: row.start,
    place: row.isOnline ? "En ligne" : (row.city ?? ""),
    seats,
    seatCents: cents(row.pricePaidCents / seats),
    totalCents: row.pricePaidCents,
    refundedCents,
    keptCents,
    vatRate,
    ...splitVat(keptCents, vatRate ?? 0),
  };
}
