import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { deleteProofsOf } from "./store.server.ts";

/** The documents go with the next sweep, within an hour (rule: account-deletion). */
export function dropProofs(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return deleteProofsOf(tx, userId, ctx.now());
}
