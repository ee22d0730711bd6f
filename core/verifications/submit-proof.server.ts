import { randomUUID } from "node:crypto";
import { markOf, seal } from "#platform/seal.server.ts";
import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { encodeDocument } from "../media/encode-image.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { documentOf, MAX_DOCUMENT_BYTES, PROOFS_PER_HOUR, paperKey, requireDays } from "./rules.ts";
import { type ProofInput, proofInput } from "./schema.ts";
import { attachFile, changeProofs, insertFile, insertProof, lockHolder } from "./store.server.ts";

/**
 * Replaces a waiting one of its kind; an accepted one counts until this one is (rule: tick).
 * @throws AppError `forbidden` without a professional profile, `payload_too_large`,
 * `unsupported_media_type`, `rate_limited`, `storage_unavailable`.
 */
export async function submitProof(ctx: Context, input: unknown): Promise<void> {
  const { userId, professionalId } = requireProfessional(ctx);
  const given = parseInput(proofInput, input);
  const now = ctx.now();
  if ("issuedOn" in given) requireDays(given, now);
  if (!(await ctx.limits.consume("proof", userId, PROOFS_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const fileId = "file" in given ? await keepPaper(ctx, given.file) : null;
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (!holder) throw new AppError("forbidden");
    const { kind } = given;
    const waiting = { professionalId, kind, status: "waiting" } as const;
    await changeProofs(tx, waiting, { status: "ended", endedAt: now }, now);
    const proofId = await insertProof(tx, { ...waiting, ...columnsOf(given), createdAt: now });
    if (fileId) await attachFile(tx, { id: fileId, proofId, deleteAfter: null });
    await ctx.jobs.send(tx, "check-proofs", { professionalId });
    await enqueueMail(ctx, tx, {
      ...{ kind: "proof-received", reference: proofId, to: holder.email, data: { proofId } },
    });
  });
}

function columnsOf(given: ProofInput) {
  if (given.kind === "company") return { number: given.number };
  if (given.kind === "title") return { title: given.title, number: given.number.toUpperCase() };
  const { title, issuer, issuedOn, expiresOn } = given;
  return { title, issuer, issuedOn, expiresOn };
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
