import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { lockBooking, updateBooking } from "../store.server.ts";
import { canContest } from "./rules.ts";
import { contestInput } from "./schema.ts";

/**
 * « J'y étais »: a client contests having been absent, within 48 hours of its being said (rule:
 * presence-code). It is then counted on neither side, and the professional is told.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for a booking of others,
 * `forbidden` for its professional, `conflict` when nothing can be contested any more.
 */
export async function contestAbsence(
  ctx: Context,
  input: z.input<typeof contestInput>,
): Promise<void> {
  const { bookingId } = parseInput(contestInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "professional") throw new AppError("forbidden");
  await ctx.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!canContest(booking, ctx.now())) {
      throw new AppError("conflict", { message: "Il n'y a plus rien à contester." });
    }
    await updateBooking(tx, booking, { contestedAt: ctx.now() });
    const to = row.professionalEmail;
    const mail = { reference: bookingId, to, data: { bookingId } };
    await enqueueMail(ctx, tx, { kind: "absence-contested", ...mail });
  });
}
