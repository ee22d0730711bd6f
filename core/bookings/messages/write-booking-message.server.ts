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
 * Mails it for them, so that neither side learns an e-mail (rule: writing-through-us).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `conflict`, `rate_limited`.
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
