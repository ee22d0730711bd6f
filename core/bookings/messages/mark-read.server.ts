import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { messagesInput } from "./schema.ts";
import { readMessages } from "./store.server.ts";

/**
 * Keeps the first reading; only its reader learns of it.
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking.
 */
export async function markRead(ctx: Context, input: z.input<typeof messagesInput>): Promise<void> {
  const { bookingId } = parseInput(messagesInput, input);
  const { by } = await findParticipant(ctx, bookingId);
  await readMessages(ctx.db, { bookingId, reader: by, readAt: ctx.now() });
}
