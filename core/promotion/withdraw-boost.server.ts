import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { withdrawBoostInput } from "./schema.ts";
import { deleteBoost } from "./store.server.ts";

/** Before it begins (rule: boost). @throws AppError `forbidden` by plan, `not_found` once begun. */
export async function withdrawBoost(
  ctx: Context,
  input: z.input<typeof withdrawBoostInput>,
): Promise<void> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const { boostId: id } = parseInput(withdrawBoostInput, input);
  if (!(await deleteBoost(ctx.db, { id, professionalId }, ctx.now()))) {
    throw new AppError("not_found", { message: "Ce boost a commencé, ou n'existe plus." });
  }
}
