import { showDeletionRequest } from "../../accounts/profile/show-profile.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";

/**
 * Refuses new offerings to somebody who has asked for their account to be deleted, because that
 * request has hidden their other ones (rule: account-deletion).
 *
 * @throws AppError `forbidden`.
 */
export async function permitPublication(ctx: Context): Promise<void> {
  if (!(await showDeletionRequest(ctx))) return;
  throw new AppError("forbidden", {
    message:
      "Vous avez demandé la suppression de votre compte : vous ne pouvez plus rien publier. Si vous changez d'avis, retirez votre demande dans votre profil.",
  });
}
