import type { Transaction } from "#platform/postgres.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { closeByAbsence, insertOwnTime, isAway } from "./store.server.ts";

/**
 * Of hours given up (rule: cancellation) that are none yet. The caller holds `lockPractitioner`.
 */
export async function keepAbsence(
  tx: Transaction,
  professionalId: string,
  given: readonly { start: Date; end: Date }[],
  now: Date,
): Promise<void> {
  for (const { start, end } of given) {
    const absence = { kind: "absence", start, end, title: null } as const;
    const hours = { professionalId, ...absence };
    if (await isAway(tx, hours)) continue;
    await closeByAbsence(tx, await insertOwnTime(tx, professionalId, absence), hours);
  }
  await refreshListingsOfProfessional(tx, professionalId, now);
}
