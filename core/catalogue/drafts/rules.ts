import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";

/** The number of drafts that one professional may have. */
export const MOST_DRAFTS = 50;

/**
 * The id of the caller's professional profile, to which drafts belong.
 *
 * @throws AppError `unauthenticated`, `forbidden` without one.
 */
export function requireProfessional(ctx: Context): string {
  const { professionalId } = requireActor(ctx);
  if (professionalId) return professionalId;
  throw new AppError("forbidden", { message: "Profil professionnel requis" });
}
