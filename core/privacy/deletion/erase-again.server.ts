import { oneByOne } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { erasePersonsActs } from "../../operators/acts/record-act.server.ts";
import { dropDiary, listWrittenAbout } from "./store.server.ts";

/** Covers what was written later; returns false while some is left (rule: account-deletion). */
export async function eraseAgain(ctx: Context, writtenBefore: Date): Promise<boolean> {
  return oneByOne(await listWrittenAbout(ctx.db, writtenBefore), (userId) =>
    ctx.db.transaction(async (tx) => {
      await dropDiary(tx, userId);
      await erasePersonsActs(tx, userId);
    }),
  );
}
