import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { insertMessage, type NewMessage } from "./store.server.ts";

/** In the caller's transaction; a typed e-mail makes nobody its author. Answers the id. */
export async function storeMessage(
  ctx: Context,
  tx: Transaction,
  message: Omit<NewMessage, "authorId"> & Partial<Pick<NewMessage, "authorId">>,
): Promise<string> {
  const authorId = ctx.actor?.userId ?? null;
  const messageId = await insertMessage(tx, { authorId, ...message }, ctx.now());
  await enqueueMail(ctx, tx, {
    kind: "message-received",
    reference: messageId,
    to: ctx.config.contactTo,
    data: { messageId },
  });
  return messageId;
}
