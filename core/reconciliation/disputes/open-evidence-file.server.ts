import { buffer } from "node:stream/consumers";
import Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { FILE_KINDS } from "./rules.ts";
import { keptFile, type SentFile } from "./schema.ts";
import { listFiles } from "./store.server.ts";

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
