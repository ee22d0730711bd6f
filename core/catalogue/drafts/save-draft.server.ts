import { z } from "zod";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { type DraftView, draftInput, MOST_DRAFTS } from "./schema.ts";
import { deleteDraft, findDraft, listOwn, writeDraft } from "./store.server.ts";

/** Validates nothing, counts for no quota (rule: first-publication). @throws AppError `conflict` */
export async function saveDraft(
  ctx: Context,
  raw: z.input<typeof draftInput>,
): Promise<{ draftId: string; savedAt: string }> {
  const { professionalId } = requireProfessional(ctx);
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

/** Latest saved first. */
export async function listDrafts(ctx: Context): Promise<DraftView[]> {
  return listOwn(ctx.db, requireProfessional(ctx).professionalId);
}

const input = z.object({ draftId: z.uuid() });

/** Accepts one that is already gone. */
export async function discardDraft(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  await deleteDraft(ctx.db, { professionalId, draftId });
}

export async function showDraft(ctx: Context, raw: z.input<typeof input>): Promise<DraftView> {
  const { professionalId } = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  const draft = await findDraft(ctx.db, { professionalId, draftId });
  if (!draft) throw new AppError("not_found");
  return draft;
}
