import type { Transaction } from "#platform/postgres.server.ts";
import { refreshOffersOfProfessional } from "../offers/refresh-offers.server.ts";
import { listProfessionalIds } from "./store.server.ts";

/** Updates the search entries of everything that a user offers; call it last in the transaction. */
export async function refreshOwnOffers(tx: Transaction, userId: string, now: Date): Promise<void> {
  for (const id of await listProfessionalIds(tx, userId)) {
    await refreshOffersOfProfessional(tx, id, now);
  }
}
