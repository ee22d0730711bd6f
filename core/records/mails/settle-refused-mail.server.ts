import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import {
  findRefused,
  listRefused,
  type RefusedMail,
  settleRefused,
} from "../../notifications/list-mails.server.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";

const mailKey = z.object({ mailId: z.uuid() });

/** No server took them and nobody has seen to them; oldest first. */
export function listRefusedMails(ctx: Context, limit: number): Promise<RefusedMail[]> {
  requireOperator(ctx);
  return listRefused(ctx.db, limit);
}

/** @throws AppError `not_found` once seen to, `forbidden` to all but assistance. */
export async function showRefusedMail(ctx: Context, input: unknown): Promise<RefusedMail> {
  requireOperator(ctx, "assistance");
  const { mailId } = parseInput(mailKey, input);
  const mail = await findRefused(ctx.db, mailId);
  if (!mail) throw new AppError("not_found", { message: "Cet e-mail n'attend plus personne." });
  await recordReading(ctx, { kind: "mail", id: mailId });
  return mail;
}

/**
 * Nothing is sent here: other screens do that once the address is right (rule: work-queue).
 * @throws AppError `not_found`, `forbidden` to all but assistance.
 */
export async function settleRefusedMail(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "assistance");
  const { mailId, reason } = parseInput(mailKey.extend({ reason: requiredReason }), input);
  await ctx.db.transaction(async (tx) => {
    const mail = await findRefused(tx, mailId);
    if (!mail || !(await settleRefused(tx, mailId))) {
      throw new AppError("not_found", { message: "Quelqu'un s'en est déjà occupé." });
    }
    const { kind, userId } = mail;
    // The server's words may hold an address, which the journal would keep too long.
    const [error = ""] = /\b[45]\d\d\b(?:[ -][45]\.\d+\.\d+)?/.exec(mail.error) ?? [];
    await recordAct(ctx, tx, {
      ...{ act: "mail_settled", object: { kind: "mail", id: mailId }, personId: userId, reason },
      before: { kind, error },
    });
  });
}
