import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { deleteFeed } from "./store.server.ts";

/**
 * Closes the address of a professional's agenda: programs that know it read nothing any more.
 *
 * @throws AppError `unauthenticated`, `forbidden`, `not_found` without one.
 */
export async function revokeFeed(ctx: Context): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const isGone = await deleteFeed(ctx.db, professionalId);
  if (!isGone) throw new AppError("not_found", { message: "Cette adresse est déjà fermée." });
}
