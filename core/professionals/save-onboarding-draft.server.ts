import { inBatches } from "#platform/batches.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { DRAFT_LIFE } from "./rules.ts";
import { businessInput } from "./schema.ts";
import { deleteDraftsBefore, saveDraft } from "./store.server.ts";

/**
 * Keeps the first step of the wizard until a plan is chosen, so that a reload, another tab or a
 * failed payment loses nothing. Nobody else sees it.
 *
 * @throws AppError `unauthenticated`, `invalid_input` with the fields of the business.
 */
export async function saveOnboardingDraft(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  await saveDraft(ctx.db, userId, parseInput(businessInput, input), ctx.now());
}

/**
 * Deletes abandoned drafts (rule: retention). @returns false when some are left for another turn.
 */
export function purgeDrafts(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - DRAFT_LIFE);
  return inBatches(() => deleteDraftsBefore(ctx.db, before));
}
