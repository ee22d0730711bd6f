import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { countLetter } from "./count-letter.server.ts";
import { findSide } from "./find-side.server.ts";
import { letterInput } from "./schema.ts";
import { insertLetter } from "./store.server.ts";

/**
 * Sends a letter from one side of a confirmed booking to the other (rule: writing-through-us). It
 * is stored with the booking, and mailed by the site, so that neither side learns the other's
 * e-mail.
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking,
 * `conflict` unless it is confirmed, `rate_limited` beyond 20 letters an hour.
 */
export async function writeLetter(
  ctx: Context,
  input: z.input<typeof letterInput>,
): Promise<{ letterId: string; createdAt: string }> {
  const { bookingId, text } = parseInput(letterInput, input);
  const { row, by } = await findSide(ctx, bookingId);
  if (row.status !== "confirmed") {
    throw new AppError("conflict", {
      message: "On peut s'écrire tant que la réservation est confirmée.",
    });
  }
  await countLetter(ctx, String(ctx.actor?.userId));
  const id = newId();
  const createdAt = ctx.now();
  const mail = { reference: id, data: { letterId: id, bookingId } };
  await ctx.db.transaction(async (tx) => {
    await insertLetter(tx, { id, bookingId, by, text, createdAt });
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
