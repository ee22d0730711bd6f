import { showDeletionRequest } from "../../accounts/profile/update-profile.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";

/**
 * Refuses new offerings to somebody who has asked for their account to be deleted, because that
 * request has hidden their other ones (rule: account-deletion), and to somebody who has not given
 * their tax details in time (rule: tax-details).
 *
 * @throws AppError `forbidden`.
 */
export async function permitPublication(ctx: Context): Promise<void> {
  if (await showDeletionRequest(ctx)) {
    throw new AppError("forbidden", {
      message:
        "Vous avez demandé la suppression de votre compte : vous ne pouvez plus rien publier. Si vous changez d'avis, retirez votre demande dans votre profil.",
    });
  }
  const { professionalId } = requireActor(ctx);
  if (professionalId) await requireTaxDetails(ctx.db, professionalId, ctx.now());
}
