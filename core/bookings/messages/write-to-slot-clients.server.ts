import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { paragraphs, required } from "../../catalogue/fields/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { limitMessages } from "./limit-messages.server.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "./rules.ts";
import { findSlotOwner, insertBookingMessage, listConfirmed } from "./store.server.ts";

const input = z.object({
  slotId: z.uuid(),
  text: required(paragraphs(MAX_BOOKING_MESSAGE_LENGTH)),
});

/**
 * Counts once; nobody learns who else comes (rule: writing-through-us).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`,
 * `rate_limited`.
 */
export async function writeToSlotClients(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ letters: number; createdAt: string }> {
  const { userId } = requireActor(ctx);
  const { slotId, text } = parseInput(input, raw);
  const ownerId = await findSlotOwner(ctx.db, slotId);
  if (!ownerId) throw new AppError("not_found");
  if (ownerId !== userId) throw new AppError("forbidden");
  const bookings = await listConfirmed(ctx.db, slotId);
  if (bookings.length === 0) {
    throw new AppError("conflict", { message: "Personne n'est inscrit à ce créneau." });
  }
  await limitMessages(ctx, userId);
  const createdAt = ctx.now();
  await ctx.db.transaction(async (tx) => {
    for (const { bookingId, email } of bookings) {
      const id = newId();
      await insertBookingMessage(tx, { id, bookingId, by: "professional", text, createdAt });
      const mail = { reference: id, data: { letterId: id, bookingId } };
      await enqueueMail(ctx, tx, { kind: "letter-to-client", to: email, ...mail });
    }
  });
  return { letters: bookings.length, createdAt: createdAt.toISOString() };
}
