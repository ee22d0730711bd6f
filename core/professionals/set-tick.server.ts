import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { setVerified } from "./store.server.ts";

/** Gives a professional the verified tick, or takes it back, here and in the search (rule: own-fields). */
export async function setTick(
  tx: Transaction,
  professionalId: string,
  isVerified: boolean,
  now: Date,
): Promise<void> {
  await setVerified(tx, professionalId, isVerified);
  await refreshListingsOfProfessional(tx, professionalId, now);
}
