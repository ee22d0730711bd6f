import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { lockSlotRow } from "../../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { refreshHours, refreshSlot } from "../../listings/refresh-listings.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPractitioner, recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot } from "../../occupancy/occupy-slot.server.ts";
import { parseInput } from "../../parse.ts";
import { endBooking } from "../cancellation/end-booking.server.ts";
import { writeMove } from "../changes/update-future-bookings.server.ts";
import { returnBookedSeats } from "../seats/take-seats.server.ts";
import { type BookingRow, findBookingRow, lockBookingRow } from "../store.server.ts";
import { overlap, proposalState } from "./rules.ts";
import { answerInput } from "./schema.ts";
import { permitAnswer } from "./show-proposal.server.ts";
import {
  type Answer,
  closeUnused,
  countOpen,
  findAnswer,
  isTaken,
  returnKeptSeats,
  writeAnswer,
} from "./store.server.ts";

/** Frees the professional's time and closes an unused slot, under the professional's lock. */
async function closeProposal(
  tx: Transaction,
  { proposalId, toSlotId }: Pick<Answer, "proposalId" | "toSlotId">,
  now: Date,
): Promise<void> {
  const freed = await freeSlot(tx, toSlotId);
  if (freed) await recordReopened(tx, freed, now);
  if ((await countOpen(tx, proposalId)) === 0) await closeUnused(tx, proposalId);
  await refreshSlot(tx, toSlotId, now);
  if (freed) await refreshHours(tx, freed, now);
}

const OVER = "Cette proposition n'attend plus de réponse.";

/**
 * Moves, keeps or refunds the booking; safe to repeat (rule: another-hour).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `conflict`.
 */
export async function answerProposal(
  ctx: Context,
  raw: z.input<typeof answerInput>,
): Promise<{ answer: "accepted" | "refused" }> {
  const { answer, ...by } = parseInput(answerInput, raw);
  const { id, bookingId } = await permitAnswer(ctx, by);
  await ctx.db.transaction(async (tx) => {
    const booking = await lockBookingRow(tx, bookingId);
    const found = await findAnswer(tx, { id });
    if (!found) throw new AppError("not_found");
    if (found.answer === answer) return;
    await lockPractitioner(tx, found.professionalId);
    const present = await findAnswer(tx, { id });
    const state = present && proposalState(present, ctx.now());
    if (!present || state !== "open") throw new AppError("conflict", { message: OVER });
    if (answer === "accepted") await accept(ctx, tx, present, booking);
    else await keepOldHour(ctx, tx, present, "refused");
  });
  // The refund has a transaction of its own, because it has to lock the payment first.
  if (answer === "refused") await refundWithdrawn(ctx, id);
  return { answer };
}

async function accept(
  ctx: Context,
  tx: Transaction,
  found: Answer,
  booking: BookingRow,
): Promise<void> {
  const { id, bookingId, fromSlotId, toSlotId, bookedSeats: seats } = found;
  const now = ctx.now();
  if (await isTaken(tx, toSlotId, { clientId: found.clientId })) {
    throw new AppError("conflict", { message: "Vous avez déjà une place à cette heure." });
  }
  const touchesOld = !found.withdraws && overlap(found.from, found.to);
  if (touchesOld) await lockSlotRow(tx, fromSlotId);
  if (touchesOld && (await isTaken(tx, fromSlotId, { but: bookingId }))) {
    throw new AppError("conflict", {
      message: "Cette heure n'est plus possible. Votre réservation reste.",
    });
  }
  await writeAnswer(tx, id, "accepted", now);
  await returnKeptSeats(tx, found, seats);
  await writeMove(ctx, tx, booking, { slotId: toSlotId, start: found.to.start });
  await returnBookedSeats(tx, booking, now);
  await closeProposal(tx, found, now);
  const mail = { reference: id, data: { answerId: id } };
  await enqueueMails(ctx, tx, [
    { kind: "hour-moved-client", to: booking.buyerEmail, ...mail },
    { kind: "hour-moved-professional", to: booking.professionalEmail, ...mail },
  ]);
}

/** Keeps the old slot, under the caller's locks of the booking and of the professional. */
export async function keepOldHour(
  ctx: Context,
  tx: Transaction,
  found: Answer,
  answer: "refused" | "lapsed" | "withdrawn",
): Promise<void> {
  const { id, bookingId } = found;
  await writeAnswer(tx, id, answer, ctx.now());
  await returnKeptSeats(tx, found, 0);
  await closeProposal(tx, found, ctx.now());
  if (found.withdraws || !found.isBooked) return;
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new Error(`booking ${bookingId} is gone`);
  const to =
    answer === "withdrawn"
      ? { kind: "hour-withdrawn" as const, to: row.buyerEmail }
      : { kind: "hour-kept-professional" as const, to: row.professionalEmail };
  await enqueueMails(ctx, tx, [{ ...to, reference: id, data: { answerId: id } }]);
}

/** Another click or the job may have cancelled it at the same moment, which is no error. */
export async function refundWithdrawn(ctx: Context, answerId: string): Promise<void> {
  const found = await findAnswer(ctx.db, { id: answerId });
  if (!found?.withdraws || !found.isBooked) return;
  const row = await findBookingRow(ctx.db, found.bookingId);
  // The professional cancelled the old slot by proposing the new one, before its start.
  if (!row) return;
  const decidedAt = new Date(+found.from.start - 1);
  try {
    await endBooking(ctx, row, "professional", { decidedAt, slotId: found.fromSlotId });
  } catch (error) {
    if (!isAppError(error) || error.code !== "conflict") throw error;
  }
}
