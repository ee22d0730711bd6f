import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { writeRating } from "./store.server.ts";

/**
 * Brings a professional's rating, and the search rows that show it, up to date with their reviews.
 * Call it last in the transaction that changed one, which has their time.
 */
export async function deriveRating(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await writeRating(tx, professionalId);
  await refreshListingsOfProfessional(tx, professionalId, now);
}
