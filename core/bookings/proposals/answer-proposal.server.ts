import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { returnSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { endBooking } from "../cancellation/end-booking.server.ts";
import { insertChange, readFacts } from "../changes/store.server.ts";
import { findBookingRow, lockBooking } from "../store.server.ts";
import { closeProposal } from "./close-proposal.server.ts";
import { overlap, proposalState, refundableOnceMoved } from "./rules.ts";
import { answerInput } from "./schema.ts";
import { permitAnswer } from "./show-proposal.server.ts";
import {
  type Answer,
  findAnswer,
  giveUpSeats,
  isTaken,
  moveBooking,
  writeAnswer,
} from "./store.server.ts";

const OVER = "Cette proposition n'attend plus de réponse.";

/**
 * A client's answer to another hour (rule: another-hour). Accepted, the booking moves with its
 * payment, at its price; refused, it stays, or is refunded in full where the old hour was given up.
 * The same answer again changes nothing.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for an unknown link or somebody
 * else's booking, `conflict` once it is over, or when the new hour cannot be had any more.
 */
export async function answerProposal(
  ctx: Context,
  raw: z.input<typeof answerInput>,
): Promise<{ answer: "accepted" | "refused" }> {
  const { answer, ...by } = parseInput(answerInput, raw);
  const { id, bookingId } = await permitAnswer(ctx, by);
  await ctx.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const found = await findAnswer(tx, { id });
    if (!found) throw new AppError("not_found");
    if (found.answer === answer) return;
    await lockPractitioner(tx, found.professionalId);
    const present = await findAnswer(tx, { id });
    const state = present && proposalState(present, ctx.now());
    if (!present || state !== "open") throw new AppError("conflict", { message: OVER });
    if (answer === "accepted") await accept(ctx, tx, present, booking.sold);
    else await keepOldHour(ctx, tx, present, "refused");
  });
  // Apart, since it begins with the lock of the payment.
  if (answer === "refused") await refundWithdrawn(ctx, id);
  return { answer };
}

async function accept(
  ctx: Context,
  tx: Transaction,
  found: Answer,
  sold: Parameters<typeof insertChange>[1]["was"] | null,
): Promise<void> {
  const { id, bookingId, fromSlotId, toSlotId, bookedSeats: seats } = found;
  const now = ctx.now();
  // Kept by the release before, which knew of one seat alone.
  if (found.seats < seats) throw new AppError("conflict", { message: OVER });
  if (await isTaken(tx, toSlotId, { clientId: found.clientId })) {
    throw new AppError("conflict", { message: "Vous avez déjà une place à cette heure." });
  }
  // Somebody has booked the old hour meanwhile, which overlaps the new one.
  if (
    !found.withdraws &&
    overlap(found.from, found.to) &&
    (await isTaken(tx, fromSlotId, { but: bookingId }))
  ) {
    throw new AppError("conflict", {
      message: "Cette heure n'est plus possible. Votre réservation reste.",
    });
  }
  await writeAnswer(tx, id, "accepted", now);
  const was = sold ?? (await readFacts(tx, fromSlotId));
  await giveUpSeats(tx, found, seats);
  const refundableUntil = refundableOnceMoved(found, found.to.start);
  await moveBooking(tx, { bookingId, toSlotId, refundableUntil });
  const facts = await readFacts(tx, toSlotId);
  const isNow = { ...facts, title: was.title, practitioner: was.practitioner };
  await insertChange(tx, { id: newId(), bookingId, was, isNow, createdAt: now });
  await returnSeats(tx, { slotId: fromSlotId, seats, now });
  await closeProposal(tx, found, now);
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new Error(`booking ${bookingId} is gone`);
  const mail = { reference: id, data: { answerId: id } };
  await enqueueMails(ctx, tx, [
    { kind: "hour-moved-client", to: row.buyerEmail, ...mail },
    { kind: "hour-moved-professional", to: row.professionalEmail, ...mail },
  ]);
}

/**
 * Writes down that a client keeps the old hour, in words or by silence, and tells the professional
 * where the booking stays. The caller has the booking's lock and `lockPractitioner`.
 */
export async function keepOldHour(
  ctx: Context,
  tx: Transaction,
  found: Answer,
  answer: "refused" | "lapsed",
): Promise<void> {
  const { id, bookingId } = found;
  await writeAnswer(tx, id, answer, ctx.now());
  await giveUpSeats(tx, found, 0);
  await closeProposal(tx, found, ctx.now());
  if (found.withdraws || !found.isBooked) return;
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new Error(`booking ${bookingId} is gone`);
  const mail = { reference: id, data: { answerId: id } };
  await enqueueMails(ctx, tx, [
    { kind: "hour-kept-professional", to: row.professionalEmail, ...mail },
  ]);
}

/**
 * Ends the booking of somebody who does not come along, where the old hour was given up. Another
 * click or the job may do the same at this moment: then it is done.
 */
export async function refundWithdrawn(ctx: Context, answerId: string): Promise<void> {
  const found = await findAnswer(ctx.db, { id: answerId });
  if (!found?.withdraws || !found.isBooked) return;
  const row = await findBookingRow(ctx.db, found.bookingId);
  // Its professional gave the hour up when they proposed the other one, before its start.
  if (!row) return;
  const decidedAt = new Date(+found.from.start - 1);
  try {
    await endBooking(ctx, row, "professional", { decidedAt, slotId: found.fromSlotId });
  } catch (error) {
    if (!isAppError(error) || error.code !== "conflict") throw error;
  }
}
