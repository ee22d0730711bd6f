import { and, asc, eq } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { disputeFiles } from "../../tables.server.ts";
import type { FileKind } from "./rules.ts";
import type { EvidenceFile } from "./schema.ts";

const { kind, fileId, type, bytes } = disputeFiles;
const columns = { kind, fileId, type, bytes };

export function listFiles(db: Executor, paymentId: string): Promise<EvidenceFile[]> {
  return db
    .select(columns)
    .from(disputeFiles)
    .where(eq(disputeFiles.paymentId, paymentId))
    .orderBy(asc(disputeFiles.addedAt), asc(disputeFiles.kind));
}

export async function addFile(db: Executor, file: typeof disputeFiles.$inferInsert): Promise<void> {
  await db.insert(disputeFiles).values(file).onConflictDoNothing();
}

export async function saveFile(tx: Transaction, file: typeof disputeFiles.$inferInsert) {
  const { paymentId: _paymentId, kind: _kind, ...set } = file;
  await tx
    .insert(disputeFiles)
    .values(file)
    .onConflictDoUpdate({ target: [disputeFiles.paymentId, disputeFiles.kind], set });
}

export async function deleteFile(tx: Transaction, paymentId: string, kind: FileKind) {
  const [gone] = await tx
    .delete(disputeFiles)
    .where(and(eq(disputeFiles.paymentId, paymentId), eq(disputeFiles.kind, kind)))
    .returning(columns);
  return gone;
}

export async function deleteFiles(tx: Transaction, paymentId: string): Promise<void> {
  await tx.delete(disputeFiles).where(eq(disputeFiles.paymentId, paymentId));
}
