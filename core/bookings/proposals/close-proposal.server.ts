import type { Transaction } from "#platform/postgres.server.ts";
import { refreshHours, refreshSlot } from "../../listings/refresh-listings.server.ts";
import { recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot } from "../../occupancy/occupy-slot.server.ts";
import { type Answer, closeUnused, countOpen } from "./store.server.ts";

/** Frees the professional's time and closes an unused slot, under the professional's lock. */
export async function closeProposal(
  tx: Transaction,
  { proposalId, toSlotId }: Pick<Answer, "proposalId" | "toSlotId">,
  now: Date,
): Promise<void> {
  const freed = await freeSlot(tx, toSlotId);
  if (freed) await recordReopened(tx, freed, now);
  if ((await countOpen(tx, proposalId)) === 0) await closeUnused(tx, proposalId);
  await refreshSlot(tx, toSlotId, now);
  if (freed) await refreshHours(tx, freed, now);
}
