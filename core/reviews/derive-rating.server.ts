import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { writeRating } from "./store.server.ts";

/** Call it last in the transaction that changed a review, which has the professional's time. */
export async function deriveRating(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await writeRating(tx, professionalId);
  await refreshListingsOfProfessional(tx, professionalId, now);
}
