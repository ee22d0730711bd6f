import type { Transaction } from "#platform/postgres.server.ts";
import { setTick } from "../professionals/refresh-own-listings.server.ts";
import { missingFor } from "./rules.ts";
import { listAccepted } from "./store.server.ts";

/**
 * Lets the tick stand beside a professional's name exactly as long as their proofs say so (rule: tick).
 * Inside every transaction that changes one.
 *
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
