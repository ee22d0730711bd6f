import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { listProfessionalIds } from "./store.server.ts";

/** Updates the search entries of everything that a user offers; call it last in the transaction. */
export async function refreshOwnListings(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<void> {
  for (const id of await listProfessionalIds(tx, userId)) {
    await refreshListingsOfProfessional(tx, id, now);
  }
}
