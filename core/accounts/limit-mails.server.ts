import { hashSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { mailboxOf } from "../mailbox.ts";
import { type AskedMail, MAILS_PER_MAILBOX, MAILS_PER_SENDER } from "./rules.ts";

/**
 * Counts one mail that somebody makes us send to a mailbox: per sender, so that nobody uses up
 * another's share, and over all senders and kinds, so that many together do not fill a mailbox. The
 * first of each kind in an hour goes all the same: whoever needs a link has one that works. It counts
 * alike for unknown addresses, so the caller may say that the limit is reached (rule: same-answer).
 *
 * @returns false beyond either limit: no mail is to be sent.
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

/** Resets the counts of somebody who has just proved the mailbox. */
export async function forgiveMails(ctx: Context, kind: AskedMail, email: string): Promise<void> {
  const mailbox = hashSecret(mailboxOf(email));
  await ctx.limits.reset(`mail-${kind}-asker`, askerOf(ctx, mailbox));
  await ctx.limits.reset(`mail-${kind}`, mailbox);
}

const askerOf = ({ address }: Context, mailbox: string) => `${address ?? ""} ${mailbox}`;
