import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { returnSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { refundPart } from "../../payments/refunds/refund-payment.server.ts";
import { DISPUTED_MESSAGE } from "../labels.ts";
import { readMailOf } from "../read-booking-mail.server.ts";
import { OFFERED_MESSAGE } from "../resale/labels.ts";
import { type CancelReason, canCancel, isFrozen } from "../rules.ts";
import { companionNames } from "../schema.ts";
import {
  type BookingRow,
  lockWithPayment,
  updateBooking,
  writeCompanions,
} from "../store.server.ts";
import { IN_REVIEW_MESSAGE, REFUND_OVER, seatsLeftMessage } from "./labels.ts";
import { refundOf } from "./rules.ts";
import { returnBookedSeats } from "./take-seats.server.ts";

/** Calls no provider; the caller permits (rules: for-several, money-in-parts, refund-notice). */
export function cancelSeats(
  ctx: Context,
  { id: bookingId }: Pick<BookingRow, "id">,
  /** `shownCents`: compared, never believed. */
  { seats, shownCents }: { seats: number; shownCents: number },
): Promise<{ refunded: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    const now = ctx.now();
    if (row.resaleAt) throw new AppError("conflict", { message: OFFERED_MESSAGE });
    if (isFrozen(row, "client")) throw new AppError("conflict", { message: DISPUTED_MESSAGE });
    if (!canCancel(row, "client", now).allowed) throw new AppError("conflict");
    if (seats >= row.seats) {
      throw new AppError("conflict", { message: seatsLeftMessage(row.seats) });
    }
    if (row.isInReview) throw new AppError("conflict", { message: IN_REVIEW_MESSAGE });
    const amountCents = refundOf(row, seats, now);
    if (amountCents < shownCents) throw new AppError("conflict", { message: REFUND_OVER });
    const part = { reason: "client", amountCents, seats, rate: row.commissionRate } as const;
    const refundCents = payment ? await refundPart(ctx, tx, payment, part) : 0;
    const seatsCancelled = row.seatsCancelled + seats;
    const calendarSequence = row.calendarSequence + 1;
    await updateBooking(tx, row, { seats: row.seats - seats, seatsCancelled, calendarSequence });
    const mail = {
      reference: `${bookingId}:${seatsCancelled}`,
      data: { bookingId, seats, refundCents },
    };
    await enqueueMails(ctx, tx, [
      { kind: "seats-cancelled-client", to: row.buyerEmail, ...mail },
      { kind: "seats-cancelled-professional", to: row.professionalEmail, ...mail },
    ]);
    await returnSeats(tx, { slotId: row.slotId, seats, now });
    return { refunded: refundCents > 0 };
  });
}

const nameCompanionsInput = z.object({ bookingId: z.uuid(), companions: companionNames });

/**
 * Takes the names back where nothing is given (rule: for-several).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`.
 */
export async function nameCompanions(
  ctx: Context,
  raw: z.input<typeof nameCompanionsInput>,
): Promise<void> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId, companions } = parseInput(nameCompanionsInput, raw);
  const isWritten = await writeCompanions(ctx.db, { id: bookingId, clientId }, companions || null);
  if (!isWritten) throw new AppError("not_found");
}

export type SeatsMail = MailOf<typeof readSeatsMail>;

export async function readSeatsMail(
  ctx: Context,
  { data }: QueuedMail<"seats-cancelled-client" | "seats-cancelled-professional">,
) {
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  return view && { ...view, given: data.seats, back: cents(data.refundCents) };
}

/** Ends it under the caller's lock; the refund is left to the caller. */
export async function cancelConfirmedBooking(
  ctx: Context,
  tx: Transaction,
  row: BookingRow,
  cancelReason: CancelReason,
  letterId?: string,
): Promise<void> {
  const now = ctx.now();
  await updateBooking(tx, row, { status: "cancelled", cancelReason, cancelledAt: now });
  const mail = { reference: row.id, data: { bookingId: row.id } };
  await enqueueMails(ctx, tx, [
    {
      ...{ kind: "booking-cancelled-client", to: row.buyerEmail, reference: row.id },
      data: { bookingId: row.id, ...(letterId && { letterId }) },
    },
    { kind: "booking-cancelled-professional", to: row.professionalEmail, ...mail },
  ]);
  await returnBookedSeats(tx, row, now);
}
