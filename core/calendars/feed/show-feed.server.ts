import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { findFeed } from "./store.server.ts";

/**
 * When the address of a professional's agenda was made and last read; null without one. The address
 * itself is known to nobody here.
 *
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function showFeed(
  ctx: Context,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const { professionalId } = requireProfessional(ctx);
  return findFeed(ctx.db, professionalId);
}
