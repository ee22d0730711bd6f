import type { Transaction } from "#platform/postgres.server.ts";
import { refreshHours, refreshSlot } from "../../listings/refresh-listings.server.ts";
import { noteFreed } from "../../occupancy/free-again.server.ts";
import { freeSlot } from "../../occupancy/occupy-slot.server.ts";
import { type Answer, closeUnused, countOpen } from "./store.server.ts";

/**
 * After an answer: gives back the time of a new hour that nobody has a seat of any more, and with
 * the last answer takes an hour off line that was made for the proposal alone and that nobody
 * chose. The caller has `lockPractitioner`.
 */
export async function closeProposal(
  tx: Transaction,
  { proposalId, toSlotId }: Pick<Answer, "proposalId" | "toSlotId">,
  now: Date,
): Promise<void> {
  const freed = await freeSlot(tx, toSlotId);
  if (freed) await noteFreed(tx, freed, now);
  if ((await countOpen(tx, proposalId)) === 0) await closeUnused(tx, proposalId);
  await refreshSlot(tx, toSlotId, now);
  if (freed) await refreshHours(tx, freed, now);
}
