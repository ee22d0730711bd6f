import { showProfile } from "../../accounts/profile/update-profile.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { permitPublication } from "./permit-publication.server.ts";

/**
 * @throws AppError `forbidden` without activity rights (rule: activity-rights), or once deletion of
 * the account is asked for.
 */
export async function permitActivities(ctx: Context): Promise<void> {
  const { isPro, canCreateActivities } = await showProfile(ctx);
  if (isPro && canCreateActivities) return permitPublication(ctx);
  throw new AppError("forbidden", {
    message: "Vous n'avez pas l'autorisation de créer des activités.",
  });
}
