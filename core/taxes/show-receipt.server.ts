import { z } from "zod";
import { writePdf } from "#platform/pdf.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import {
  findAnyBooking,
  findOwnBooking,
  findParticipant,
} from "../bookings/find-own-booking.server.ts";
import type { Context } from "../context.server.ts";
import { formatDate, formatMoment } from "../dates.ts";
import { AppError } from "../errors.ts";
import { cents, formatPrice } from "../money.ts";
import { findGoodwill } from "../payments/find-payment.server.ts";
import { guestProof } from "../payments/schema.ts";
import { site } from "../site.ts";
import { vatLines, withoutVat } from "./labels.ts";
import { hasReceipt, splitVat } from "./rules.ts";
import type { Receipt } from "./schema.ts";
import { findDeclaredSeller } from "./store.server.ts";

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
  const [seller, goodwillCents] = await Promise.all([
    findDeclaredSeller(db, row.professionalId),
    findGoodwill(db, row.id),
  ]);
  const { vatRate } = row;
  const seats = row.seats + row.seatsCancelled;
  // A gift is the platform's, and leaves the seller's price as it was (rule: goodwill).
  const refundedCents = cents(row.refundedCents + row.chargedBackCents - goodwillCents);
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

/** A receipt as a PDF, with what its page says (rule: receipt), for a bank that asks for it. */
export function printReceipt(receipt: Receipt): Uint8Array {
  const { seller, vatRate, place, seats } = receipt;
  const town = [seller.postalCode, seller.city].filter(Boolean).join(" ");
  const said: (string | false | null)[] = [
    `Réservation ${receipt.bookingId}`,
    `Payée le ${formatDate(receipt.paidAt)} sur ${site.name}`,
    "",
    `Vendeur : ${seller.name}`,
    seller.tradeName,
    seller.address,
    town,
    seller.siret && `SIRET : ${seller.siret}`,
    seller.vatNumber && `Numéro de TVA : ${seller.vatNumber}`,
    receipt.clientName && `Client : ${receipt.clientName}`,
    "",
    `Prestation : ${receipt.title}`,
    `${formatMoment(receipt.start)}${place && `, ${place}`}`,
    "",
    `${seats > 1 ? `${seats} places à ${formatPrice(receipt.seatCents)}` : "Une place"} : ${formatPrice(receipt.totalCents)}`,
    receipt.refundedCents > 0 && `Remboursé : ${formatPrice(cents(-receipt.refundedCents))}`,
    ...vatLines(receipt).map(([label, cents]) => `${label} : ${formatPrice(cents)}`),
    !vatRate && withoutVat(vatRate),
    `Total TTC : ${formatPrice(receipt.keptCents)}`,
  ];
  const lines = said.filter((text) => typeof text === "string");
  return writePdf([{ text: "Note", size: 22 }, ...lines.map((text) => ({ text }))]);
}
