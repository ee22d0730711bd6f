import type { Transaction } from "#platform/postgres.server.ts";
import {
  hasOffer,
  lockOffers,
  moveOffers,
  sessionsOfProfessional,
  writeOffers,
  writePlaces,
  writeTerms,
} from "./store.server.ts";

/**
 * Brings these sessions' search entries up to date. A use case that changes a session, its slots or
 * its professional calls this last in the same transaction.
 *
 * The lock comes first and alone, because a statement sees what was committed before it began: two
 * bookings that sell the last seats of two slots of one session must not each miss the other.
 */
export async function refreshOffers(
  tx: Transaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<void> {
  if (sessionIds.length === 0) return;
  await lockOffers(tx, sessionIds);
  await writeOffers(tx, sessionIds, now);
  await writeTerms(tx, sessionIds);
  await writePlaces(tx, sessionIds);
}

/** The same when the only change is that a seat was taken and left few (LOW_STOCK) or none. */
export async function refreshTakenSeat(
  tx: Transaction,
  sessionId: string,
  now: Date,
): Promise<void> {
  await lockOffers(tx, [sessionId]);
  await moveOffers(tx, [sessionId], now);
}

/** The same when the only change is that a slot with few seats or none has one more. */
export async function refreshReturnedSeat(
  tx: Transaction,
  sessionId: string,
  now: Date,
): Promise<void> {
  await lockOffers(tx, [sessionId]);
  if (await hasOffer(tx, sessionId)) await moveOffers(tx, [sessionId], now);
  else await refreshOffers(tx, [sessionId], now);
}

/**
 * The same for all offerings of one professional, whose name, rating, account or status has
 * changed.
 */
export async function refreshOffersOfProfessional(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await refreshOffers(tx, await sessionsOfProfessional(tx, professionalId), now);
}
