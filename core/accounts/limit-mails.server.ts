import { hashSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { mailboxOf } from "../mailbox.ts";
import { type AskedMail, MAILS_PER_MAILBOX, MAILS_PER_SENDER } from "./rules.ts";

/**
 * False beyond the limit per sender or mailbox; the first of each kind in an hour always goes.
 * Unknown addresses count alike, so that a caller may tell of the limit (rule: same-answer).
 */
export async function mayMail(ctx: Context, kind: AskedMail, email: string): Promise<boolean> {
  const { limits } = ctx;
  const mailbox = hashSecret(mailboxOf(email));
  const asker = askerOf(ctx, mailbox);
  return (
    (await limits.consume(`mail-${kind}-asker`, asker, MAILS_PER_SENDER, HOUR / SECOND)) &&
    ((await limits.consume(`mail-${kind}`, mailbox, 1, HOUR / SECOND)) ||
      (await limits.consume("mails", mailbox, MAILS_PER_MAILBOX, HOUR / SECOND)))
  );
}

export async function forgiveMails(ctx: Context, kind: AskedMail, email: string): Promise<void> {
  const mailbox = hashSecret(mailboxOf(email));
  await ctx.limits.reset(`mail-${kind}-asker`, askerOf(ctx, mailbox));
  await ctx.limits.reset(`mail-${kind}`, mailbox);
}

const askerOf = ({ address }: Context, mailbox: string) => `${address ?? ""} ${mailbox}`;
