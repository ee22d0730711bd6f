import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";

/**
 * Mails the owner that the account's password has changed, because it may not have been they (rule:
 * security-card).
 */
export async function notifyPasswordChanged(
  ctx: Context,
  tx: Transaction,
  to: string,
  by: "owner" | "reset",
): Promise<void> {
  const data = { at: ctx.now().toISOString(), by };
  await enqueueMail(ctx, tx, { kind: "password-changed", reference: newId(), to, data });
}
