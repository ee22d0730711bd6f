import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { OwnProfessional } from "./schema.ts";
import { findOwnProfessional } from "./store.server.ts";

/**
 * The caller's own professional profile, the newest; null without one.
 *
 * @throws AppError `unauthenticated`, `password_change_required`.
 */
export function showOwnProfessional(ctx: Context): Promise<OwnProfessional | null> {
  return findOwnProfessional(ctx.db, requireActor(ctx).userId);
}
