import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { nameCompanionsInput } from "./schema.ts";
import { writeCompanions } from "./store.server.ts";

/**
 * Takes the names back where nothing is given (rule: for-several).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`.
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
