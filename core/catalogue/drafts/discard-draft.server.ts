import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { requireProfessional } from "./rules.ts";
import { deleteDraft } from "./store.server.ts";

const input = z.object({ draftId: z.uuid() });

/**
 * Accepts one that is already gone.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function discardDraft(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const professionalId = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  await deleteDraft(ctx.db, { professionalId, draftId });
}
