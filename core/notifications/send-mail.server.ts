import type { Context } from "../context.server.ts";
import { factsOf, type MailKind } from "./labels.ts";
import { isGivenUp, SENDING_TIMEOUT } from "./rules.ts";
import type { MailTemplates, QueuedMail } from "./schema.ts";
import { closeMail, countFailure, findQueuedMail } from "./store.server.ts";
import { unsubscribeHeaders } from "./topics/choose-topics.server.ts";
import { isRefused } from "./topics/store.server.ts";

/**
 * At least once, with the same Message-ID if a crash repeats it.
 * @throws what went wrong, so that the job queue tries again.
 */
export async function sendMail(
  ctx: Context,
  { mailId }: { mailId: string },
  templates: MailTemplates,
): Promise<void> {
  const mail = await findQueuedMail(ctx.db, mailId);
  if (!mail) return;
  try {
    const isAsked = await isWanted(ctx, mail);
    const rendered = isAsked ? await templates.render(ctx, mail) : null;
    if (!rendered) {
      return await ctx.db.transaction(async (tx) => {
        const isDropped = await closeMail(tx, mailId, { status: "dropped", lastError: null });
        if (isDropped && isAsked) await templates.onDrop(tx, mail);
      });
    }
    const message = {
      ...rendered,
      to: mail.to,
      messageId: `<${mail.id}@${new URL(ctx.config.appUrl).hostname}>`,
      headers: {
        // Asks answering machines not to answer (RFC 3834).
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": "fr",
        ...unsubscribeHeaders(ctx, mail),
      },
    };
    // A sending that timed out must not go out later after all, beside its retry.
    await ctx.mailer.send(message, AbortSignal.timeout(SENDING_TIMEOUT));
    await closeMail(ctx.db, mailId, { status: "sent", sentAt: ctx.now() });
  } catch (error) {
    await failOrGiveUp(ctx, mail, error);
  }
}

/** Its recipient may have ended the topic since it was written. */
async function isWanted(ctx: Context, { kind, to }: QueuedMail): Promise<boolean> {
  const { topic } = factsOf(kind);
  return !topic || !(await isRefused(ctx.db, to, topic));
}

/** For an operator to see to (rule: work-queue). @throws it again, unless it is given up. */
async function failOrGiveUp(
  ctx: Context,
  mail: { id: string; kind: MailKind; createdAt: Date },
  error: unknown,
): Promise<void> {
  const lastError = error instanceof Error ? error.message : String(error);
  if (!isGivenUp(mail.createdAt, lastError, ctx.now())) {
    await countFailure(ctx.db, mail.id, lastError);
    throw error;
  }
  const about = { err: error, mailId: mail.id, kind: mail.kind };
  ctx.log.error(about, "a mail was given up: no server took it");
  await closeMail(ctx.db, mail.id, { status: "dropped", lastError });
}
