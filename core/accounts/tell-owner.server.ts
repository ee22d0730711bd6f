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
