import type { Context } from "../../context.server.ts";
import { settleSlot } from "./settle-slot.server.ts";
import { listDue } from "./store.server.ts";

/** The slots of one turn, a transaction each; the next turn goes on. */
const TURN = 100;

/**
 * Sees to all lines in which something is to be done (rule: waiting-list). Safe to repeat.
 *
 * @returns how many there were.
 */
export async function offerSeats(ctx: Context): Promise<number> {
  const due = await listDue(ctx.db, ctx.now(), TURN);
  for (const slotId of due) await ctx.db.transaction((tx) => settleSlot(ctx, tx, slotId));
  return due.length;
}
