import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";

export const MOST_DRAFTS = 50;

/** @throws AppError `forbidden` without a professional profile. */
export function requireProfessional(ctx: Context): string {
  const { professionalId } = requireActor(ctx);
  if (professionalId) return professionalId;
  throw new AppError("forbidden", { message: "Profil professionnel requis" });
}
