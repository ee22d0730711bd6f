import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { changeBusiness } from "./update-professional.server.ts";
import { workingTimeInput } from "./working-time/schema.ts";

/**
 * /profil/horaires: the whole form at once, the pause, the notice and the opening hours. A slot that
 * is taken keeps the pause that it was taken with (rule: one-place).
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`,
 * `stale` when it would undo a change made since that version (rule: edit-version).
 */
export async function editWorkingTime(ctx: Context, input: unknown): Promise<void> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const { version: begun, ...change } = parseInput(workingTimeInput, input);
  await ctx.db.transaction((tx) => changeBusiness(ctx, tx, professionalId, change, begun));
}
