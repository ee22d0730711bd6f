import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { bookingTexts } from "../labels.ts";
import { findSide } from "./find-side.server.ts";
import { shortName } from "./rules.ts";
import { type LettersView, lettersInput } from "./schema.ts";
import { listOf } from "./store.server.ts";

/**
 * The letters of a booking, for its client or its professional (rule: writing-through-us).
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for everybody else.
 */
export async function showLetters(
  ctx: Context,
  input: z.input<typeof lettersInput>,
): Promise<LettersView> {
  const { bookingId } = parseInput(lettersInput, input);
  const { row, by } = await findSide(ctx, bookingId);
  const { title, date, time, professional } = bookingTexts(row);
  return {
    ...{ bookingId, title, date, time },
    other: by === "client" ? professional : shortName(row),
    isClient: by === "client",
    canWrite: row.status === "confirmed",
    letters: (await listOf(ctx.db, bookingId)).map((letter) => ({
      ...{ id: letter.id, text: letter.text, createdAt: letter.createdAt },
      isOwn: letter.by === by,
    })),
  };
}
