import { oneByOne } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { erasePersonsActs } from "../../operators/acts/record-act.server.ts";
import { dropDiary, listWrittenAbout } from "./store.server.ts";

/**
 * Erases what operators have written about people after these had left, as when a bank contests a
 * payment later, once the last of it was written by this instant (rule: account-deletion). Safe to
 * repeat.
 *
 * @returns false when some is left for another turn.
 */
export async function eraseAgain(ctx: Context, writtenBefore: Date): Promise<boolean> {
  return oneByOne(await listWrittenAbout(ctx.db, writtenBefore), (userId) =>
    ctx.db.transaction(async (tx) => {
      await dropDiary(tx, userId);
      await erasePersonsActs(tx, userId);
    }),
  );
}
