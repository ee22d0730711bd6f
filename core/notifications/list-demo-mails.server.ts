import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { demoMails } from "../tables.server.ts";
import type { DemoMail } from "./schema.ts";

const SHOWN = 500;

/** Newest first. @throws AppError `not_found` outside the demo: nobody may read real mail here. */
export async function listDemoMails(ctx: Context, to?: string): Promise<DemoMail[]> {
  if (!ctx.config.demo) throw new AppError("not_found");
  return ctx.db
    .select({
      ...getTableColumns(demoMails),
      attachments: sql<string[]>`jsonb_path_query_array(${demoMails.attachments}, '$[*].filename')`,
    })
    .from(demoMails)
    .where(to === undefined ? undefined : eq(demoMails.to, to))
    .orderBy(desc(demoMails.sentAt), desc(demoMails.id))
    .limit(SHOWN);
}

const attachmentInput = z.object({
  mailId: z.uuid(),
  /** From 0. */
  place: z.coerce.number().int().min(0).max(99),
});

/** @throws AppError `not_found`, also outside the demo; `invalid_input`. */
export async function readDemoAttachment(
  ctx: Context,
  input: unknown,
): Promise<{ filename: string; contentType: string; content: Uint8Array<ArrayBuffer> }> {
  if (!ctx.config.demo) throw new AppError("not_found");
  const { mailId, place } = parseInput(attachmentInput, input);
  const [mail] = await ctx.db
    .select({ attachments: demoMails.attachments })
    .from(demoMails)
    .where(eq(demoMails.id, mailId));
  const found = mail?.attachments[place];
  if (!found) throw new AppError("not_found");
  return { ...found, content: Uint8Array.from(Buffer.from(found.content, "base64")) };
}
