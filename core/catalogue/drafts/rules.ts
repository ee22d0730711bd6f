import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";

/** Drafts of one professional at a time. */
export const MOST_DRAFTS = 50;

/**
 * The professional profile of whoever is asking: drafts belong to it.
 *
 * @throws AppError `unauthenticated`, `forbidden` without one.
 */
export function requireProfessional(ctx: Context): string {
  const { professionalId } = requireActor(ctx);
  if (professionalId) return professionalId;
  throw new AppError("forbidden", { message: "Profil professionnel requis" });
}
