import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { NOT_A_PROFESSIONAL } from "./labels.ts";

/** @throws AppError `forbidden` without a professional profile. */
export function requireProfessional(ctx: Context): { userId: string; professionalId: string } {
  const { userId, professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: NOT_A_PROFESSIONAL });
  return { userId, professionalId };
}
