import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { returnSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents } from "../../money.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { refundPart } from "../../payments/refunds/refund-payment.server.ts";
import { canCancel, isFrozen } from "../cancellation-terms/rules.ts";
import { DISPUTED_MESSAGE } from "../labels.ts";
import { lockWithPayment } from "../lock-with-payment.server.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { OFFERED_MESSAGE } from "../resale/labels.ts";
import { moneyOf } from "../rules.ts";
import { type BookingRow, updateBooking } from "../store.server.ts";
import { IN_REVIEW_MESSAGE, REFUND_OVER, seatsLeftMessage } from "./labels.ts";
import { refundOf } from "./rules.ts";
import { nameCompanionsInput } from "./schema.ts";
import { writeCompanions } from "./store.server.ts";

/**
 * Calls no provider; the caller permits (rules: for-several, money-in-parts, refund-notice).
 * @throws AppError `conflict` when it is too late, too few are left, or a decision is pending.
 */
export function giveSeatsBack(
  ctx: Context,
  { id: bookingId }: Pick<BookingRow, "id">,
  /** `shownCents`: compared, never believed. */
  { seats, shownCents }: { seats: number; shownCents: number },
): Promise<{ refunded: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const { payment, booking, row } = await lockWithPayment(tx, bookingId);
    const now = ctx.now();
    if (booking.resaleAt) throw new AppError("conflict", { message: OFFERED_MESSAGE });
    const asked = { ...booking, ...moneyOf(row), start: row.start };
    if (isFrozen(asked, "client")) throw new AppError("conflict", { message: DISPUTED_MESSAGE });
    if (!canCancel(asked, "client", now).allowed) throw new AppError("conflict");
    if (seats >= booking.seats) {
      throw new AppError("conflict", { message: seatsLeftMessage(booking.seats) });
    }
    if (asked.isInReview) throw new AppError("conflict", { message: IN_REVIEW_MESSAGE });
    const amountCents = refundOf(asked, seats, now);
    if (amountCents < shownCents) throw new AppError("conflict", { message: REFUND_OVER });
    const part = { reason: "client", amountCents, seats, rate: booking.commissionRate } as const;
    const refundCents = payment ? await refundPart(ctx, tx, payment, part) : 0;
    const seatsCancelled = booking.seatsCancelled + seats;
    await updateBooking(tx, booking, {
      ...{ seats: booking.seats - seats, seatsCancelled },
      calendarSequence: booking.calendarSequence + 1,
    });
    const mail = {
      reference: `${bookingId}:${seatsCancelled}`,
      data: { bookingId, seats, refundCents },
    };
    await enqueueMails(ctx, tx, [
      { kind: "seats-cancelled-client", to: row.buyerEmail, ...mail },
      { kind: "seats-cancelled-professional", to: row.professionalEmail, ...mail },
    ]);
    await returnSeats(tx, { slotId: booking.slotId, seats, now });
    return { refunded: refundCents > 0 };
  });
}

/** Takes the names back where nothing is given (rule: for-several). */
export async function nameCompanions(
  ctx: Context,
  raw: z.input<typeof nameCompanionsInput>,
): Promise<void> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId, companions } = parseInput(nameCompanionsInput, raw);
  const isWritten = await writeCompanions(ctx.db, { id: bookingId, clientId }, companions || null);
  if (!isWritten) throw new AppError("not_found");
}

export interface SeatsMail extends BookingMail {
  given: number;
  back: Cents;
}

/** Null once the whole booking is cancelled, which has a mail of its own. */
export async function readSeatsMail(
  ctx: Context,
  { data }: QueuedMail<"seats-cancelled-client" | "seats-cancelled-professional">,
): Promise<SeatsMail | null> {
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  return view && { ...view, given: data.seats, back: cents(data.refundCents) };
}
