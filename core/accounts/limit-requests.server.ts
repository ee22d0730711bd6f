import { hashSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { MAILS_PER_MAILBOX, mailboxOf, REQUESTS_PER_ADDRESS } from "./rules.ts";

const HOUR_SECONDS = 3_600;

/**
 * Counts one use of a form by the client's network address.
 *
 * @throws AppError `rate_limited`
 */
export async function limitRequests(ctx: Context, name: string): Promise<void> {
  if (ctx.address === null) return;
  const allowed = await ctx.limits.consume(name, ctx.address, REQUESTS_PER_ADDRESS, HOUR_SECONDS);
  if (!allowed) throw new AppError("rate_limited");
}

/**
 * Counts one mail that a stranger makes us send to a mailbox. Beyond the limit nothing is sent and
 * nobody is told, so that the answer says nothing about the address (R24).
 */
export function mayMail(ctx: Context, kind: string, email: string): Promise<boolean> {
  const mailbox = hashSecret(mailboxOf(email));
  return ctx.limits.consume(`mail-${kind}`, mailbox, MAILS_PER_MAILBOX, HOUR_SECONDS);
}
