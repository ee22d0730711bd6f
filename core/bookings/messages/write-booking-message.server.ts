import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { limitMessages } from "./limit-messages.server.ts";
import { messageInput } from "./schema.ts";
import { insertBookingMessage } from "./store.server.ts";

/**
 * Sends a message from one side of a confirmed booking to the other (rule: writing-through-us). It
 * is stored with the booking, and mailed by the site, so that neither side learns the other's
 * e-mail.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking,
 * `conflict` unless it is confirmed, `rate_limited` beyond 20 messages an hour.
 */
export async function writeBookingMessage(
  ctx: Context,
  input: z.input<typeof messageInput>,
): Promise<{ letterId: string; createdAt: string }> {
  const { bookingId, text } = parseInput(messageInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (row.status !== "confirmed") {
    throw new AppError("conflict", {
      message: "On peut s'écrire tant que la réservation est confirmée.",
    });
  }
  await limitMessages(ctx, String(ctx.actor?.userId));
  const id = newId();
  const createdAt = ctx.now();
  const mail = { reference: id, data: { letterId: id, bookingId } };
  await ctx.db.transaction(async (tx) => {
    await insertBookingMessage(tx, { id, bookingId, by, text, createdAt });
    await enqueueMail(
      ctx,
      tx,
      by === "client"
        ? { kind: "letter-to-professional", to: row.professionalEmail, ...mail }
        : { kind: "letter-to-client", to: row.buyerEmail, ...mail },
    );
  });
  return { letterId: id, createdAt: createdAt.toISOString() };
}
