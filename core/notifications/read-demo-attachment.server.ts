import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { findDemoAttachment } from "./store.server.ts";

const attachmentInput = z.object({
  mailId: z.uuid(),
  /** From 0. */
  place: z.coerce.number().int().min(0).max(99),
});

/** @throws AppError `not_found` for no such file, and outside the demo. */
export async function readDemoAttachment(
  ctx: Context,
  input: unknown,
): Promise<{ filename: string; contentType: string; content: Uint8Array<ArrayBuffer> }> {
  if (!ctx.config.demo) throw new AppError("not_found");
  const { mailId, place } = parseInput(attachmentInput, input);
  const found = await findDemoAttachment(ctx.db, mailId, place);
  if (!found) throw new AppError("not_found");
  return { ...found, content: Uint8Array.from(Buffer.from(found.content, "base64")) };
}
