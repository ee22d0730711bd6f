import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { bookingTexts } from "../labels.ts";
import { shortName } from "./rules.ts";
import { type BookingMessagesView, messagesInput } from "./schema.ts";
import { listOf } from "./store.server.ts";

/**
 * The messages of a booking, for its client or its professional (rule: writing-through-us).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for everybody else.
 */
export async function showBookingMessages(
  ctx: Context,
  input: z.input<typeof messagesInput>,
): Promise<BookingMessagesView> {
  const { bookingId } = parseInput(messagesInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  const { title, date, time, professional } = bookingTexts(row);
  return {
    ...{ bookingId, title, date, time },
    other: by === "client" ? professional : shortName(row),
    isClient: by === "client",
    canWrite: row.status === "confirmed",
    messages: (await listOf(ctx.db, bookingId)).map((message) => ({
      ...{ id: message.id, text: message.text, createdAt: message.createdAt },
      isOwn: message.by === by,
    })),
  };
}
