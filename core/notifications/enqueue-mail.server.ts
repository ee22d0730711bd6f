import type { Executor } from "#platform/postgres.server.ts";
import { isNobody } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import type { MailData, MailKind, MailSecrets } from "./schema.ts";
import { insertMail } from "./store.server.ts";

type NewMail<Kind extends MailKind> = {
  kind: Kind;
  /** With the kind, what makes the mail unique: the id of what it speaks of. */
  reference: string;
  to: string;
  data: MailData[Kind];
} & (Kind extends keyof MailSecrets ? { secrets: MailSecrets[Kind] } : { secrets?: never });

/**
 * Puts a mail in the outbox, inside the caller's transaction: committed with it, or never sent.
 *
 * @returns false when there is one of this kind for this reference already, or when it is to a
 * deleted account.
 */
export async function enqueueMail<Kind extends MailKind>(
  ctx: Context,
  tx: Executor,
  { kind, reference, to, data, secrets }: NewMail<Kind>,
): Promise<boolean> {
  if (isNobody(to)) return false;
  const mailId = await insertMail(tx, {
    ...{ kind, reference, to, data },
    secrets: secrets ?? null,
    createdAt: ctx.now(),
  });
  if (mailId) await ctx.jobs.send(tx, "send-mail", { mailId });
  return mailId !== null;
}
