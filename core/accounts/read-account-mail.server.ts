import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { deletionDueAt } from "./rules.ts";

/** What a mail about somebody's own account says besides its words. */
export interface AccountMail {
  /** When it happened. */
  at: Date;
  siteUrl: string;
}

/** A password that was changed: by somebody who knew the one before, or over a mailed link. */
export interface PasswordMail extends AccountMail {
  by: "owner" | "reset";
}

export async function readPasswordMail(
  ctx: Context,
  { data }: QueuedMail<"password-changed">,
): Promise<PasswordMail> {
  return { at: new Date(data.at), by: data.by, siteUrl: ctx.config.appUrl };
}

/** A request for the deletion of an account, and until when it can be withdrawn. */
export async function readDeletionRequestMail(
  ctx: Context,
  { data }: QueuedMail<"deletion-requested">,
): Promise<AccountMail & { dueAt: Date }> {
  const at = new Date(data.askedAt);
  return { at, dueAt: deletionDueAt(at), siteUrl: ctx.config.appUrl };
}

export async function readDeletedMail(
  ctx: Context,
  { data }: QueuedMail<"account-deleted">,
): Promise<AccountMail> {
  return { at: new Date(data.at), siteUrl: ctx.config.appUrl };
}
