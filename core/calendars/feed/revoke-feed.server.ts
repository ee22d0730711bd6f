import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { deleteFeed } from "./store.server.ts";

/** @throws AppError `not_found` if there is none. */
export async function revokeFeed(ctx: Context): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const isGone = await deleteFeed(ctx.db, professionalId);
  if (!isGone) throw new AppError("not_found", { message: "Cette adresse est déjà fermée." });
}
