import type { Transaction } from "#platform/postgres.server.ts";
import { updateProfileRow } from "./store.server.ts";

/** Sets `is_pro`, which only sign-up and finalisation may do (rule: own-fields). */
export async function becomeProfessional(tx: Transaction, userId: string): Promise<void> {
  await updateProfileRow(tx, userId, { isPro: true });
}
