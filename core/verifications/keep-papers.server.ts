import { randomUUID } from "node:crypto";
import type { Transaction } from "#platform/postgres.server.ts";
import { CannotOpen, markOf, openByEither, seal } from "#platform/seal.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { type Context, defineJob } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { encodeDocument } from "../media/encode-image.server.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { documentOf, MAX_DOCUMENT_BYTES, paperKey, STRAY_PAPER_LIFE, UNREADABLE } from "./rules.ts";
import { proofKey } from "./schema.ts";
import {
  deleteFile,
  deleteProofsOf,
  findFile,
  insertFile,
  listDueFiles,
  listSealedOtherwise,
  noteSealed,
} from "./store.server.ts";

/** A turn ends within a job's 30 s, however slow the store is. */
const BATCH = 20;

/**
 * Safe to repeat and cut off (rule: sealed-secrets): what was written and not noted is only looked
 * at again.
 * @param input `after` is the id from which a turn goes on.
 */
export const resealPapers = defineJob("reseal-papers", async (ctx, { after = null }) => {
  const current = markOf(ctx.config.encryptionKey);
  const others = await listSealedOtherwise(ctx.db, { current, after, limit: BATCH });
  for (const id of others) {
    const isReadable = await reseal(ctx, paperKey(id));
    await noteSealed(ctx.db, id, isReadable ? current : UNREADABLE);
  }
  const last = others.at(-1);
  if (last && others.length === BATCH) {
    await ctx.jobs.send(ctx.db, "reseal-papers", { after: last });
  }
});

/** @returns false for what is missing, or opens by no key. */
async function reseal({ config, files, log }: Context, key: string): Promise<boolean> {
  const kept = await files.read(key);
  try {
    if (!kept) throw new CannotOpen(key);
    const { bytes, isCurrent } = openByEither(config, kept, key);
    if (!isCurrent) await files.write(key, seal(config.encryptionKey, bytes, key));
    return true;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ err: error, key }, "a document cannot be read");
    return false;
  }
}

interface Paper {
  bytes: Uint8Array;
  type: "application/pdf" | "image/jpeg";
  name: string;
}

type Found = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** @throws AppError `not_found` for anybody else's too. */
export async function openOwnPaper(ctx: Context, input: unknown): Promise<Paper> {
  const { professionalId } = requireActor(ctx);
  const { proofId } = parseInput(proofKey, input);
  const file = await findFile(ctx.db, proofId);
  if (!file || file.professionalId !== professionalId) throw new AppError("not_found");
  return read(ctx, file);
}

/**
 * Writes each opening down (rule: private-papers).
 * @throws AppError `forbidden` to other operators.
 */
export async function openPaper(ctx: Context, input: unknown): Promise<Paper> {
  requireOperator(ctx, "assistance", "administration");
  const { proofId } = parseInput(proofKey, input);
  const file = await findFile(ctx.db, proofId);
  if (!file) throw new AppError("not_found");
  // Nothing is shown of which nothing is written, and what fails to open is read by nobody.
  const paper = await read(ctx, file);
  await recordReading(ctx, { kind: "proof", id: proofId });
  return paper;
}

async function read(ctx: Context, { id, type, kind }: Found): Promise<Paper> {
  const key = paperKey(id);
  const sealed = await ctx.files.read(key);
  if (!sealed) throw new AppError("not_found");
  const ending = type === "application/pdf" ? "pdf" : "jpg";
  const word = kind === "diploma" ? "diplome" : "assurance";
  const { bytes } = openByEither(ctx.config, sealed, key);
  return { bytes, type, name: `${word}.${ending}` };
}

/**
 * Sealed under a random name, never public (rule: private-papers); a picture is encoded anew, a PDF
 * checked to run nothing.
 * @returns its id; a document without a proof is swept away.
 */
export async function keepPaper(ctx: Omit<Context, "actor">, file: File): Promise<string> {
  if (file.size > MAX_DOCUMENT_BYTES) {
    const message = `Ce fichier dépasse ${MAX_DOCUMENT_BYTES / 1024 ** 2} Mo.`;
    throw new AppError("payload_too_large", { message, fields: { file: [message] } });
  }
  const given = new Uint8Array(await file.arrayBuffer());
  const form = documentOf(given);
  if (!form) throw unsupported();
  const bytes = form === "pdf" ? given : await encodeDocument(given).catch(asUnsupported);
  const id = randomUUID();
  const type = form === "pdf" ? "application/pdf" : "image/jpeg";
  const { encryptionKey } = ctx.config;
  const sealedBy = markOf(encryptionKey);
  await insertFile(ctx.db, { id, type, bytes: bytes.length, sealedBy, createdAt: ctx.now() });
  try {
    const key = paperKey(id);
    await ctx.files.write(key, seal(encryptionKey, bytes, key));
  } catch (error) {
    ctx.log.error({ err: error }, "a document could not be stored");
    const message = "Le fichier n'a pas pu être enregistré. Réessayez.";
    throw new AppError("storage_unavailable", { message, cause: error });
  }
  return id;
}

const FORMATS =
  "Ce fichier n'est pas lisible : envoyez un PDF sans mot de passe, ou une photo JPEG, PNG ou WebP.";

const unsupported = (cause?: unknown) =>
  new AppError("unsupported_media_type", { message: FORMATS, fields: { file: [FORMATS] }, cause });

const asUnsupported = (cause: unknown): never => {
  throw unsupported(cause);
};

const FILES = 50;

export async function sweepPapers(ctx: Context): Promise<void> {
  const now = ctx.now();
  const strayBefore = new Date(now.getTime() - STRAY_PAPER_LIFE);
  const due = await listDueFiles(ctx.db, { now, strayBefore, limit: FILES });
  for (const id of due) {
    try {
      await ctx.files.remove(paperKey(id));
    } catch (error) {
      // Its row stays, so that the next turn comes back to it.
      ctx.log.warn({ err: error, paper: id }, "a document could not be removed");
      return;
    }
    await deleteFile(ctx.db, id);
  }
  if (due.length === FILES) await ctx.jobs.send(ctx.db, "watch-proofs", {});
}

/** The documents go with the next sweep, within an hour (rule: account-deletion). */
export function dropProofs(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return deleteProofsOf(tx, userId, ctx.now());
}
