import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { findFeed } from "./store.server.ts";

/**
 * Says when the address of a professional's agenda feed was created and last read; null without
 * one. The address itself cannot be shown, because only its hash is stored.
 *
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function showFeed(
  ctx: Context,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const { professionalId } = requireProfessional(ctx);
  return findFeed(ctx.db, professionalId);
}
