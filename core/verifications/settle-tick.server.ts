import type { Transaction } from "#platform/postgres.server.ts";
import { setTick } from "../professionals/refresh-own-listings.server.ts";
import { missingFor } from "./rules.ts";
import { listAccepted } from "./store.server.ts";

/**
 * Call it in every transaction that changes a proof (rule: tick).
 * @returns whether it stands now.
 */
export async function settleTick(
  tx: Transaction,
  { professionalId, isVerified }: { professionalId: string; isVerified: boolean },
  now: Date,
): Promise<boolean> {
  const accepted = await listAccepted(tx, professionalId);
  const stands = missingFor(accepted, now).length === 0;
  if (stands !== isVerified) await setTick(tx, professionalId, stands, now);
  return stands;
}
