import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { MESSAGE_LIFE, type MessageKind } from "./rules.ts";
import { deleteMessages, deleteMessagesOf } from "./store.server.ts";

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeMessages(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime();
  const lives = Object.entries(MESSAGE_LIFE) as [MessageKind, number][];
  const due = lives.map(([kind, life]) => [kind, new Date(now - life)] as const);
  return inBatches(() => deleteMessages(ctx.db, due));
}

/** Leaves those sent without a login, maybe a stranger's, and withdrawals, which are proof. */
export function dropMessages(tx: Transaction, userId: string): Promise<void> {
  return deleteMessagesOf(tx, userId);
}
