import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";

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
