import { showProfile } from "../../accounts/profile/update-profile.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { permitPublication } from "./permit-publication.server.ts";

/**
 * Checks that the caller may create activities (rule: activity-rights), and has not asked for their
 * account to be deleted.
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
