import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { DIARY_PURGES } from "./aged-store.server.ts";
import { accountsBefore, RETENTION } from "./rules.ts";

/** Safe to repeat; returns false when some is left for another turn (rule: retention). */
export async function purgeAgedRecords(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  let isDone = true;
  for (const [period, purge] of DIARY_PURGES) {
    const before =
      period === "accounts" ? accountsBefore(now) : new Date(now.getTime() - RETENTION[period]);
    if (!(await inBatches(() => purge(ctx.db, before)))) isDone = false;
  }
  return isDone;
}
