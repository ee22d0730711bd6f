import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import Stripe from "stripe";
import { findAnyBooking } from "../../bookings/find-own-booking.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { encodeDocument } from "../../media/encode-image.server.ts";
import { isPlainPdf } from "../../media/rules.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isDisputeOpen } from "../../payments/rules.ts";
import { findReceipt, printReceipt } from "../../taxes/show-receipt.server.ts";
import { NOT_READABLE, SENT_NAMES, TOO_LARGE } from "./labels.ts";
import { FILE_KINDS, MAX_FILES_BYTES } from "./rules.ts";
import { fileInput, keptFile, namedFile, type SentFile } from "./schema.ts";
import { addFile, deleteFile, listFiles, saveFile } from "./store.server.ts";

/**
 * Replaces one of its kind; a picture loses its metadata, every file its name
 * (rule: dispute-evidence; https://docs.stripe.com/file-upload). No bank reads it before the
 * evidence is sent.
 * @throws AppError `forbidden` to all but finance, `not_found`, `conflict` when the provider
 * refuses it; its error when it does not answer.
 */
export async function addEvidenceFile(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "finance");
  const { paymentId, kind, file } = parseInput(fileInput, input);
  const personId = await requireContested(ctx, paymentId);
  const { bytes, type } = await readDocument(new Uint8Array(await file.arrayBuffer()));
  const others = (await listFiles(ctx.db, paymentId)).filter((one) => one.kind !== kind);
  const sum = others.reduce((total, one) => total + one.bytes, bytes.length);
  if (sum > MAX_FILES_BYTES) throw refused(TOO_LARGE);
  const sent = await giveFile(ctx, { bytes, type, name: `${SENT_NAMES[kind]}.${type}` });
  const row = { kind, fileId: sent.id, type, bytes: bytes.length };
  await ctx.db.transaction(async (tx) => {
    await saveFile(tx, { paymentId, ...row, addedAt: ctx.now() });
    const object = { kind: "payment", id: paymentId } as const;
    await recordAct(ctx, tx, { act: "evidence_file_added", object, personId, after: row });
  });
}

/**
 * The provider keeps it, and nobody is given it.
 * @throws AppError `forbidden` to all but finance, `not_found` for no file of the payment.
 */
export async function removeEvidenceFile(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "finance");
  const { paymentId, kind } = parseInput(namedFile, input);
  const personId = await requireContested(ctx, paymentId);
  await ctx.db.transaction(async (tx) => {
    const gone = await deleteFile(tx, paymentId, kind);
    if (!gone) return;
    const object = { kind: "payment", id: paymentId } as const;
    await recordAct(ctx, tx, {
      act: "evidence_file_removed",
      object,
      personId,
      before: { ...gone },
    });
  });
}

async function requireContested(ctx: Context, paymentId: string): Promise<string | null> {
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment?.disputeStatus) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  return (await findAnyBooking(ctx.db, payment.reference))?.clientId ?? null;
}

async function readDocument(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; type: "pdf" | "jpg" }> {
  if (isPlainPdf(bytes)) return { bytes, type: "pdf" };
  try {
    return { bytes: await encodeDocument(bytes), type: "jpg" };
  } catch (error) {
    if (isAppError(error)) throw refused(NOT_READABLE);
    throw error;
  }
}

const refused = (message: string) => new AppError("invalid_input", { fields: { file: [message] } });

/** @throws AppError `conflict` when the provider refuses it; its error when it does not answer. */
async function giveFile(
  ctx: Context,
  { bytes, type, name }: { bytes: Uint8Array; type: "pdf" | "jpg"; name: string },
): Promise<Stripe.File> {
  const mime = type === "pdf" ? "application/pdf" : "image/jpeg";
  // One that is given twice after a break is a file too many, which nobody is sent.
  const hash = createHash("sha256").update(name).update(bytes).digest("hex").slice(0, 40);
  try {
    return await ctx.stripe.files.create(
      { purpose: "dispute_evidence", file: { data: bytes, name, type: mime } },
      { idempotencyKey: `evidence-file-${hash}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    ctx.log.warn({ err: error }, "the provider refuses a file");
    throw new AppError("conflict", { message: `Stripe refuse ce fichier : ${error.message}` });
  }
}

interface Opened {
  bytes: Uint8Array;
  type: "application/pdf" | "image/jpeg";
  name: string;
}

export async function listSentFiles(ctx: Context, paymentId: string): Promise<SentFile[]> {
  const acts = await listActsOn(ctx, { kind: "payment", id: paymentId });
  return acts.flatMap(({ act, at, details }) => {
    if (act !== "evidence_sent") return [];
    const evidence = (details?.after?.evidence ?? {}) as Record<string, unknown>;
    return FILE_KINDS.flatMap((kind) => {
      const fileId = evidence[kind];
      return typeof fileId === "string" ? [{ kind, fileId, sentAt: at }] : [];
    });
  });
}

/**
 * From the provider, who alone keeps it, for nine months (https://docs.stripe.com/file-upload).
 * Each opening is written down (rule: dispute-evidence); administration may have to confirm a loss.
 * @throws AppError `forbidden` to all but finance and administration, `not_found` for another
 * payment's file or once the provider has it no more; the provider's error when it does not answer.
 */
export async function openEvidenceFile(ctx: Context, input: unknown): Promise<Opened> {
  requireOperator(ctx, "finance", "administration");
  const { paymentId, fileId } = parseInput(keptFile, input);
  const known = [
    ...(await listFiles(ctx.db, paymentId)),
    ...(await listSentFiles(ctx, paymentId)),
  ].some((file) => file.fileId === fileId);
  if (!known) throw new AppError("not_found", { message: "Ce litige n'a pas cette pièce." });
  // What could not be opened counts as unread, and nothing is shown unwritten.
  const file = await download(ctx, fileId);
  await recordReading(ctx, { kind: "evidence", id: fileId });
  return file;
}

async function download(ctx: Context, fileId: string): Promise<Opened> {
  try {
    const { filename, type } = await ctx.stripe.files.retrieve(fileId);
    const content = await ctx.stripe.rawRequest("GET", `/v1/files/${fileId}/contents`, undefined, {
      apiBase: "files",
      streaming: true,
    } as Stripe.RawRequestOptions);
    const isPdf = type === "pdf";
    return {
      bytes: await buffer(content),
      type: isPdf ? "application/pdf" : "image/jpeg",
      name: filename ?? (isPdf ? "piece.pdf" : "piece.jpg"),
    };
  } catch (error) {
    const isGone =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
    if (!isGone) throw error;
    throw new AppError("not_found", { message: "Stripe ne garde plus ce fichier." });
  }
}

/**
 * Once, when the bank opens the dispute; an operator may replace it (rule: dispute-evidence).
 * @throws the provider's error when it does not answer; the job tries again.
 */
export const attachNote = defineJob("attach-note", async (ctx, { paymentId }) => {
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment || !isDisputeOpen(payment.disputeStatus)) return;
  const files = await listFiles(ctx.db, paymentId);
  const receipt = await findReceipt(ctx.db, payment.reference);
  if (!receipt || files.some(({ kind }) => kind === "receipt")) return;
  const bytes = printReceipt(receipt);
  const name = `${SENT_NAMES.receipt}.pdf`;
  const { id: fileId } = await giveFile(ctx, { bytes, type: "pdf", name });
  const row = { kind: "receipt", fileId, type: "pdf", bytes: bytes.length } as const;
  await addFile(ctx.db, { paymentId, ...row, addedAt: ctx.now() });
});
