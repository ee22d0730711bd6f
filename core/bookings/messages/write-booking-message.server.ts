import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { findOwnSlot, findParticipant } from "../find-own-booking.server.ts";
import { BOOKING_MESSAGES_PER_HOUR, canWrite } from "./rules.ts";
import { messageInput } from "./schema.ts";
import { insertBookingMessage, listConfirmed } from "./store.server.ts";

/** @throws AppError `rate_limited` beyond 20 an hour. */
async function limitMessages(ctx: Context, author: string): Promise<void> {
  if (await ctx.limits.consume("letter", author, BOOKING_MESSAGES_PER_HOUR, HOUR / SECOND)) return;
  throw new AppError("rate_limited", {
    message: `${BOOKING_MESSAGES_PER_HOUR} messages par heure au plus. Réessayez un peu plus tard.`,
  });
}

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
  if (!canWrite(row)) {
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

const input = z.object({ slotId: z.uuid(), text: messageInput.shape.text });

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
  await findOwnSlot(ctx, slotId);
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
