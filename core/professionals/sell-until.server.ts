import type { Transaction } from "#platform/postgres.server.ts";
import { noteProfessionalBookable } from "../prices/write-prices.server.ts";
import { refreshOwnListings } from "./refresh-own-listings.server.ts";
import { writeSellsUntil } from "./store.server.ts";

/**
 * From `until` on nothing of this user's can be booked (rule: ending-notice); null lifts it.
 * Call it late in the transaction: it locks the professional's time and slots.
 */
export async function sellUntil(
  tx: Transaction,
  userId: string,
  until: Date | null,
  now: Date,
): Promise<void> {
  await writeSellsUntil(tx, userId, until);
  await refreshOwnListings(tx, userId, now);
  if (!until) await noteProfessionalBookable(tx, { userId }, now);
}
