import type { Context } from "../context.server.ts";
import { isHopeless, mailPriority, retryDelay, SENDING_TIMEOUT } from "./rules.ts";
import type { MailKind, RenderMail } from "./schema.ts";
import { closeMail, countFailure, findQueuedMail } from "./store.server.ts";

/**
 * Sends one mail of the outbox. Whatever fails is tried again later, with growing delays: a mail
 * server that is away loses nothing and keeps nobody waiting. Sent, dropped or unknown mails are
 * left alone, so the job may run any number of times.
 *
 * A process that dies after the mail server took the mail and before that is written here sends
 * it twice; its Message-ID is the same then.
 *
 * @param render gives the words, read from the state as it is now.
 */
export async function sendMail(
  ctx: Context,
  { mailId }: { mailId: string },
  render: RenderMail,
): Promise<void> {
  const mail = await findQueuedMail(ctx.db, mailId);
  if (!mail) return;
  try {
    const rendered = await render(ctx, mail);
    if (!rendered) return await closeMail(ctx.db, mailId, { status: "dropped", lastError: null });
    const message = {
      ...rendered,
      to: mail.to,
      messageId: `<${mail.id}@${new URL(ctx.config.appUrl).hostname}>`,
      headers: {
        // No answers from answering machines (RFC 3834).
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": "fr",
      },
    };
    // Given up, it is not sent later all the same, beside the one that is tried again.
    await ctx.mailer.send(message, AbortSignal.timeout(SENDING_TIMEOUT));
    await closeMail(ctx.db, mailId, { status: "sent", sentAt: ctx.now() });
  } catch (error) {
    await retryLater(ctx, mail, error);
  }
}

async function retryLater(
  ctx: Context,
  mail: { id: string; kind: MailKind; createdAt: Date; attempts: number },
  error: unknown,
): Promise<void> {
  const lastError = error instanceof Error ? error.message : String(error);
  const about = { err: error, mailId: mail.id, kind: mail.kind };
  if (isHopeless(mail.createdAt, ctx.now())) {
    ctx.log.error(about, "a mail was given up: no server took it");
    return closeMail(ctx.db, mail.id, { status: "dropped", lastError });
  }
  const startAfter = retryDelay(mail.attempts + 1);
  const priority = mailPriority(mail.kind);
  ctx.log.warn({ ...about, startAfter }, "a mail could not be sent, it will be tried again");
  await ctx.db.transaction(async (tx) => {
    await countFailure(tx, mail.id, lastError);
    await ctx.jobs.send(tx, "send-mail", { mailId: mail.id }, { startAfter, priority });
  });
}
