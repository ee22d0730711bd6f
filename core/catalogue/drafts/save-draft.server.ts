import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { MOST_DRAFTS, requireProfessional } from "./rules.ts";
import { draftInput } from "./schema.ts";
import { findDraft, listOwn, writeDraft } from "./store.server.ts";

/**
 * Validates nothing and counts for no quota (rule: first-publication).
 * @throws AppError `invalid_input` for fields that no form has, `not_found` for somebody else's
 * draft, `conflict` beyond 50.
 */
export async function saveDraft(
  ctx: Context,
  raw: z.input<typeof draftInput>,
): Promise<{ draftId: string; savedAt: string }> {
  const professionalId = requireProfessional(ctx);
  const { draftId, kind, fields } = parseInput(draftInput, raw);
  const title = String(fields.title ?? "").trim();
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const isNew = !(await findDraft(tx, { professionalId, draftId }));
    if (isNew && (await listOwn(tx, professionalId)).length >= MOST_DRAFTS) {
      throw new AppError("conflict", {
        message: `${MOST_DRAFTS} brouillons au plus : supprimez-en un d'abord.`,
      });
    }
    const draft = { id: draftId, kind, title: title.slice(0, 120) || null, fields, updatedAt: now };
    if (!(await writeDraft(tx, { ...draft, professionalId }))) throw new AppError("not_found");
  });
  return { draftId, savedAt: now.toISOString() };
}
