import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { nameCompanionsInput } from "./schema.ts";
import { writeCompanions } from "./store.server.ts";

/**
 * Writes down who comes along to one's own booking, for its professional to read; without a word,
 * takes back what was said (rule: for-several).
 *
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking, and
 * for one that does not stand.
 */
export async function nameCompanions(
  ctx: Context,
  raw: z.input<typeof nameCompanionsInput>,
): Promise<void> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId, companions } = parseInput(nameCompanionsInput, raw);
  const isWritten = await writeCompanions(ctx.db, { id: bookingId, clientId }, companions || null);
  if (!isWritten) throw new AppError("not_found");
}
