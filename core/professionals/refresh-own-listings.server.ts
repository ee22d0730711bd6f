import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { noteProfessionalBookable } from "../prices/write-prices.server.ts";
import { listProfessionalIds, setVerified, writeSellsUntil } from "./store.server.ts";

/** Call it last in the transaction. */
export async function refreshOwnListings(tx: Transaction, userId: string, now: Date) {
  for (const id of await listProfessionalIds(tx, userId)) {
    await refreshListingsOfProfessional(tx, id, now);
  }
}

/**
 * Null lifts it (rule: ending-notice). Call it late: it locks the professional's time and slots.
 */
export async function sellUntil(tx: Transaction, userId: string, until: Date | null, now: Date) {
  await writeSellsUntil(tx, userId, until);
  await refreshOwnListings(tx, userId, now);
  if (!until) await noteProfessionalBookable(tx, { userId }, now);
}

/** Here and in the search (rule: own-fields). */
export async function setTick(
  tx: Transaction,
  professionalId: string,
  isVerified: boolean,
  now: Date,
): Promise<void> {
  await setVerified(tx, professionalId, isVerified);
  await refreshListingsOfProfessional(tx, professionalId, now);
}
