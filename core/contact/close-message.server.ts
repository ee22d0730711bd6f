import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { recordAct, recordReading } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "./labels.ts";
import type { MessageKind } from "./rules.ts";
import { answerText } from "./schema.ts";
import { close, findMessage, listOpen, type Message, markAsRights } from "./store.server.ts";

export type { Message };

const filing = z.object({ messageId: z.uuid(), reason: requiredReason });
const closing = filing.extend({ answer: answerText });
const MISSING = { message: "Ce message n'existe plus." };

export function listOpenMessages(ctx: Context, limit: number): Promise<Message[]> {
  requireOperator(ctx);
  return listOpen(ctx.db, limit);
}

/** @throws AppError `not_found` for no open message, `forbidden` to all but assistance. */
export async function showMessage(ctx: Context, input: unknown): Promise<Message> {
  requireOperator(ctx, "assistance");
  const { messageId } = parseInput(z.object({ messageId: z.uuid() }), input);
  const message = await findMessage(ctx.db, messageId);
  if (!message) throw new AppError("not_found", MISSING);
  await recordReading(ctx, { kind: "message", id: messageId });
  return message;
}

/** Mails the answer, if any (rule: work-queue). @throws AppError `conflict` when done before. */
export async function closeMessage(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "assistance");
  const { messageId, answer, reason } = parseInput(closing, input);
  await ctx.db.transaction(async (tx) => {
    if (!(await findMessage(tx, messageId))) throw new AppError("not_found", MISSING);
    const message = await close(tx, messageId, { closedAt: ctx.now(), answer: answer || null });
    if (!message) throw new AppError("conflict", { message: "Ce message est déjà classé." });
    if (answer) {
      await enqueueMail(ctx, tx, {
        ...{ kind: "message-answered", reference: messageId, to: message.email },
        data: { messageId },
      });
    }
    await recordAct(ctx, tx, {
      ...{ act: "message_closed", object: { kind: "message", id: messageId } },
      ...{ personId: message.authorId, reason },
    });
  });
}

/** Gives it the law's month (rule: work-queue). @throws AppError `conflict` when done before. */
export async function fileAsRights(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "assistance");
  const { messageId, reason } = parseInput(filing, input);
  await ctx.db.transaction(async (tx) => {
    const message = await findMessage(tx, messageId);
    if (!message) throw new AppError("not_found", MISSING);
    if (!(await markAsRights(tx, messageId))) {
      throw new AppError("conflict", { message: "Ce message est déjà classé." });
    }
    await recordAct(ctx, tx, {
      ...{ act: "message_about_rights", object: { kind: "message", id: messageId } },
      ...{ personId: message.authorId, reason },
    });
  });
}

export interface MessageMail {
  id: string;
  kind: MessageKind;
  name: string;
  email: string;
  /** In French; null unless the contact form was used. */
  subject: string | null;
  message: string;
  receivedAt: Date;
  contactTo: string;
  siteUrl: string;
}

export interface MessageAnswerMail {
  about: string;
  message: string;
  answer: string;
  contactTo: string;
}

export async function readAnswerMail(
  ctx: Context,
  { data }: QueuedMail<"message-answered">,
): Promise<MessageAnswerMail | null> {
  const found = await findMessage(ctx.db, data.messageId);
  if (!found?.answer) return null;
  const { subject, message, answer } = found;
  const about = isContactSubject(subject) ? CONTACT_SUBJECT_LABELS[subject] : "Votre message";
  return { about, message, answer, contactTo: ctx.config.contactTo };
}

export async function readMessageMail(
  ctx: Context,
  mail: QueuedMail<"message-received" | "withdrawal-receipt">,
): Promise<MessageMail | null> {
  const found = await findMessage(ctx.db, mail.data.messageId);
  if (!found) return null;
  const { id, kind, name, email, subject, message, createdAt } = found;
  return {
    id,
    kind,
    name,
    email,
    message,
    subject: isContactSubject(subject) ? CONTACT_SUBJECT_LABELS[subject] : null,
    receivedAt: createdAt,
    contactTo: ctx.config.contactTo,
    siteUrl: ctx.config.appUrl,
  };
}
