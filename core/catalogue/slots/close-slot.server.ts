import type { Transaction } from "#platform/postgres.server.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { refreshOffers } from "../../offers/refresh-offers.server.ts";
import type { SlotKind } from "../schema.ts";
import { closeSlot as writeClosed } from "./store.server.ts";

/** Takes a slot off sale: nobody finds or books it any more. */
export async function closeSlot(
  tx: Transaction,
  { kind, slotId, offeringId }: { kind: SlotKind; slotId: string; offeringId: string },
  now: Date,
): Promise<void> {
  await lockPractitionerOf(tx, { slotId });
  await writeClosed(tx, slotId);
  if (kind === "session") await refreshOffers(tx, [offeringId], now);
}
