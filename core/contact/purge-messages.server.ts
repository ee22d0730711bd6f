import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { MESSAGE_LIFE, type MessageKind } from "./rules.ts";
import { deleteMessages, deleteMessagesOf } from "./store.server.ts";

/**
 * Deletes messages whose time is over, as /confidentialite says (rule: retention). Safe to repeat.
 *
 * @returns false when some are left for another turn.
 */
export function purgeMessages(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime();
  const lives = Object.entries(MESSAGE_LIFE) as [MessageKind, number][];
  const due = lives.map(([kind, life]) => [kind, new Date(now - life)] as const);
  return inBatches(() => deleteMessages(ctx.db, due));
}

/**
 * Deletes the messages that somebody sent while signed in. One sent under their e-mail without a
 * login may be a stranger's, and goes when its time is over. A declared withdrawal stays: it may
 * have to be proved, and /confidentialite says for how long.
 */
export function dropMessages(tx: Transaction, userId: string): Promise<void> {
  return deleteMessagesOf(tx, userId);
}
