import { showDeletionRequest } from "../../accounts/profile/update-profile.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";

/**
 * @throws AppError `forbidden` once deletion is asked for (rule: account-deletion), or tax details
 * are overdue (rule: tax-details).
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
