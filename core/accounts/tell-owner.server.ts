import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";

/**
 * Tells the owner of an account, by mail, that its password is another one: whoever did not change it
 * learns that somebody did.
 */
export async function tellPasswordChanged(
  ctx: Context,
  tx: Transaction,
  to: string,
  by: "owner" | "reset",
): Promise<void> {
  const data = { at: ctx.now().toISOString(), by };
  await enqueueMail(ctx, tx, { kind: "password-changed", reference: newId(), to, data });
}

/** Tells a professional that the deletion of their account was asked for, and how to withdraw that. */
export async function tellDeletionRequested(
  ctx: Context,
  tx: Transaction,
  { email: to }: { email: string },
): Promise<void> {
  const data = { askedAt: ctx.now().toISOString() };
  await enqueueMail(ctx, tx, { kind: "deletion-requested", reference: newId(), to, data });
}

/**
 * The last mail to somebody whose account is gone: the transaction has taken their address out of all
 * others, and this one loses it once it is sent.
 */
export async function tellAccountDeleted(
  ctx: Context,
  tx: Transaction,
  account: { userId: string; email: string },
  why: "asked" | "unused",
): Promise<void> {
  await enqueueMail(ctx, tx, {
    kind: "account-deleted",
    reference: account.userId,
    to: account.email,
    data: { at: ctx.now().toISOString(), why },
  });
}
