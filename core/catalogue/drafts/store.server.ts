import { and, desc, eq, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { offeringDrafts } from "../../tables.server.ts";
import type { DraftView } from "./schema.ts";

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
export async function writeDraft(
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

export async function deleteDraft(db: Executor, asked: Own): Promise<void> {
  await db.delete(offeringDrafts).where(isOwn(asked));
}
