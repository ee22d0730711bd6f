import type { Executor } from "#platform/postgres.server.ts";
import type { OpenProposal } from "./schema.ts";
import { listOpen } from "./store.server.ts";

/**
 * The other hour that each of these bookings waits to be answered for, by the booking's id (rule:
 * another-hour). Its reader shows it to the booking's client alone.
 */
export async function openProposals(
  db: Executor,
  bookingIds: readonly string[],
  now: Date,
): Promise<Map<string, OpenProposal>> {
  if (bookingIds.length === 0) return new Map();
  const open = await listOpen(db, bookingIds, now);
  return new Map(open.map(({ bookingId, ...proposal }) => [bookingId, proposal]));
}
