import type { Transaction } from "#platform/postgres.server.ts";
import { refreshHours, refreshListings } from "../../listings/refresh-listings.server.ts";
import { lockPractitionerOf, recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot } from "../../occupancy/occupy-slot.server.ts";
import { closeSlot as writeClosed } from "./store.server.ts";

/** Outside clients lose their seats, so that the time is free (rule: outside-clients-told). */
export async function closeSlot(
  tx: Transaction,
  { slotId, offeringId }: { slotId: string; offeringId: string },
  now: Date,
): Promise<void> {
  await lockPractitionerOf(tx, { slotId });
  await writeClosed(tx, slotId, now);
  const freed = await freeSlot(tx, slotId);
  if (freed) await recordReopened(tx, freed, now);
  await refreshListings(tx, [offeringId], now);
  if (freed) await refreshHours(tx, freed, now);
}
