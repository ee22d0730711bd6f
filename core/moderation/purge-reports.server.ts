import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { deleteDecisions, deleteReports } from "./store.server.ts";

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export async function purgeReports({ db }: Pick<Context, "db">, before: Date): Promise<boolean> {
  const isDone = [
    await inBatches(() => deleteReports(db, before)),
    await inBatches(() => deleteDecisions(db, before)),
  ];
  return isDone.every(Boolean);
}
