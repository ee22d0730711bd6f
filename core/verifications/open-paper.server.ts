import { openByEither } from "#platform/seal.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { paperKey } from "./rules.ts";
import { proofKey } from "./schema.ts";
import { findFile } from "./store.server.ts";

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
