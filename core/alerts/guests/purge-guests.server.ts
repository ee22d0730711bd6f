import { inBatches } from "#platform/batches.server.ts";
import type { Context } from "../../context.server.ts";
import { deleteExpired, deleteIdleGuests, deleteLinks } from "./store.server.ts";

/**
 * Deletes the links of searches that nobody has confirmed, guests' searches whose year is over, and
 * the addresses of whom nothing is kept any more (rule: retention). Safe to repeat.
 *
 * @param before.links what was asked for by then; `alerts`: what was agreed to by then.
 * @returns false when some are left for another turn.
 */
export async function purgeGuests(
  { db }: Pick<Context, "db">,
  before: { links: Date; alerts: Date },
): Promise<boolean> {
  const isDone = [
    await inBatches(() => deleteLinks(db, before.links)),
    await inBatches(() => deleteExpired(db, before.alerts)),
    await inBatches(() => deleteIdleGuests(db)),
  ];
  return isDone.every(Boolean);
}
