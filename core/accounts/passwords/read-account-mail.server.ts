import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";

/** The data that mails about somebody's own account share. */
export interface AccountMail {
  /** The instant of the change. */
  at: Date;
  siteUrl: string;
}

/** A changed password: by somebody who knew the previous one, or by a mailed link. */
export interface PasswordMail extends AccountMail {
  by: "owner" | "reset";
}

export async function readPasswordMail(
  ctx: Context,
  { data }: QueuedMail<"password-changed">,
): Promise<PasswordMail> {
  return { at: new Date(data.at), by: data.by, siteUrl: ctx.config.appUrl };
}
