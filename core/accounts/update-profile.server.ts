import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { requireActor } from "./rules.ts";
import { type Profile, profileInput } from "./schema.ts";
import { showProfile } from "./show-profile.server.ts";
import { updateProfileRow } from "./store.server.ts";

/**
 * Changes only the fields provided. A name that is provided cannot be empty, an empty phone changes
 * nothing. `isPro` may only repeat its value, everything else that a profile holds is not the user's
 * to write.
 *
 * @param input `{ firstName?, lastName?, phone?, isClient?, isPro? }`
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`, `forbidden`.
 */
export async function updateProfile(ctx: Context, input: unknown): Promise<Profile> {
  const actor = requireActor(ctx);
  const { isPro, ...change } = parseInput(profileInput, input);
  if (isPro !== undefined && isPro !== actor.isPro) throw new AppError("forbidden");
  await ctx.db.transaction((tx) => updateProfileRow(tx, actor.userId, change));
  return showProfile(ctx);
}
