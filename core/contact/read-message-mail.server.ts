import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "./labels.ts";
import type { MessageKind } from "./rules.ts";
import { findMessage } from "./store.server.ts";

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
  /** In French. */
  about: string;
  message: string;
  answer: string;
  contactTo: string;
}

/** Null when the message was deleted meanwhile. */
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

/** Null when the message was deleted meanwhile. */
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
