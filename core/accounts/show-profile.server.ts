import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireActor } from "./rules.ts";
import type { Profile } from "./schema.ts";
import { findProfile } from "./store.server.ts";

/**
 * The actor's own profile (S1§3).
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export async function showProfile(ctx: Context): Promise<Profile> {
  const profile = await findProfile(ctx.db, requireActor(ctx).userId);
  if (!profile) throw new AppError("unauthenticated");
  return profile;
}
