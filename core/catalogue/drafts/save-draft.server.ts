import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../../parse.ts";
import { offeringDrafts } from "../../tables.server.ts";
import { type DraftView, draftInput, MAX_DRAFTS } from "./schema.ts";

type Own = { professionalId: string; draftId: string };
const isOwn = ({ professionalId, draftId }: Own) =>
  and(eq(offeringDrafts.id, draftId), eq(offeringDrafts.professionalId, professionalId));

const columns = {
  id: offeringDrafts.id,
  kind: offeringDrafts.kind,
  title: offeringDrafts.title,
  fields: offeringDrafts.fields,
  updatedAt: offeringDrafts.updatedAt,
};

/** @returns false if the id belongs to another professional's draft. */
async function writeDraft(
  tx: Transaction,
  { id, ...draft }: DraftView & { professionalId: string },
): Promise<boolean> {
  const { professionalId, title, fields, updatedAt } = draft;
  const written = await tx
    .insert(offeringDrafts)
    .values({ id, ...draft, createdAt: updatedAt })
    .onConflictDoUpdate({
      target: offeringDrafts.id,
      set: { title, fields, updatedAt, version: sql`${offeringDrafts.version} + 1` },
      setWhere: eq(offeringDrafts.professionalId, professionalId),
    })
    .returning({ id: offeringDrafts.id });
  return written.length > 0;
}

export async function findDraft(db: Executor, asked: Own): Promise<DraftView | null> {
  const [row] = await db.select(columns).from(offeringDrafts).where(isOwn(asked));
  return row ?? null;
}

export function listOwn(db: Executor, professionalId: string): Promise<DraftView[]> {
  return db
    .select(columns)
    .from(offeringDrafts)
    .where(eq(offeringDrafts.professionalId, professionalId))
    .orderBy(desc(offeringDrafts.updatedAt), desc(offeringDrafts.id));
}

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
    if (isNew && (await listOwn(tx, professionalId)).length >= MAX_DRAFTS) {
      throw new AppError("conflict", {
        message: `${MAX_DRAFTS} brouillons au plus : supprimez-en un d'abord.`,
      });
    }
    const draft = { id: draftId, kind, title: title.slice(0, 120) || null, fields, updatedAt: now };
    if (!(await writeDraft(tx, { ...draft, professionalId }))) throw new AppError("not_found");
  });
  return { draftId, savedAt: now.toISOString() };
}

/** @throws AppError `forbidden` without a professional profile. */
export async function listDrafts(ctx: Context): Promise<DraftView[]> {
  return listOwn(ctx.db, requireProfessional(ctx).professionalId);
}

const input = z.object({ draftId: z.uuid() });

/** @throws AppError `forbidden` without a professional profile. */
export async function discardDraft(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  await ctx.db.delete(offeringDrafts).where(isOwn({ professionalId, draftId }));
}

/** @throws AppError `not_found` for somebody else's draft. */
export async function showDraft(ctx: Context, raw: z.input<typeof input>): Promise<DraftView> {
  const { professionalId } = requireProfessional(ctx);
  const { draftId } = parseInput(input, raw);
  const draft = await findDraft(ctx.db, { professionalId, draftId });
  if (!draft) throw new AppError("not_found");
  return draft;
}
