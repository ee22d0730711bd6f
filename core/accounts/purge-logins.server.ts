import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { deleteExpired, EXPIRING_KINDS } from "./store.server.ts";

/** False when some are left for another turn. */
export function purgeLogins(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const works = EXPIRING_KINDS.map((kind) => [
    kind,
    () => inBatches(() => deleteExpired(ctx.db, kind, now)),
  ]);
  return eachByItself(Object.fromEntries(works));
}
