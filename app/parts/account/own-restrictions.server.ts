import type { Context } from "#core/context.server.ts";
import { showRestriction } from "#core/moderation/show-content-case.server.ts";
import { showOwnNotice } from "#core/sanctions/contest-account-decision.server.ts";
import { showComingTerms } from "#core/terms/announce-terms.server.ts";

export async function findOwnRestrictions(ctx: Context, professionalId: string) {
  return {
    notice: await showOwnNotice(ctx),
    page: await showRestriction(ctx, professionalId),
    terms: await showComingTerms(ctx),
  };
}
