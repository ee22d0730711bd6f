import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { findFeed } from "./store.server.ts";

/**
 * Null without one. Only the hash of the address is stored, so it cannot be shown.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function showFeed(
  ctx: Context,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const { professionalId } = requireProfessional(ctx);
  return findFeed(ctx.db, professionalId);
}
