import { showProfile } from "../accounts/show-profile.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { permitPublication } from "./permit-publication.server.ts";

/**
 * Whether the caller may create activities: a professional whom the plan or the operator lets (S2§6,
 * R28), and who is not about to leave.
 *
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function permitActivities(ctx: Context): Promise<void> {
  const { isPro, canCreateActivities } = await showProfile(ctx);
  if (isPro && canCreateActivities) return permitPublication(ctx);
  throw new AppError("forbidden", {
    message: "Vous n'avez pas l'autorisation de créer des activités.",
  });
}
