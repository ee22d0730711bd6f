import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { bookingInput } from "../schema.ts";
import { readBooking } from "./store.server.ts";

const againInput = bookingInput.extend({ reason: requiredReason });

/** @throws AppError `forbidden` to all but assistance, `conflict` unless confirmed. */
export async function sendConfirmationAgain(
  ctx: Context,
  input: z.input<typeof againInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { bookingId, reason } = parseInput(againInput, input);
  const row = await readBooking(ctx.db, bookingId);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  const { status, buyerEmail: to, clientId: personId } = row.booking;
  if (status !== "confirmed") throw new AppError("conflict");
  await ctx.db.transaction(async (tx) => {
    // The first one has the booking's own reference.
    const mail = { reference: newId(), to, data: { bookingId } };
    await enqueueMail(ctx, tx, { kind: "booking-confirmed", ...mail });
    await recordAct(ctx, tx, {
      ...{ act: "confirmation_sent", object: { kind: "booking", id: bookingId } },
      ...{ personId, reason },
    });
  });
}
