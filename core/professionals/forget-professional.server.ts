import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseProfessional, deleteDraft } from "./store.server.ts";

/**
 * Keeps of a business what the law asks for (R30): its name, address, SIRET and payment account stand
 * on the invoices and in the yearly report of what it was paid. What it told of itself goes.
 */
export async function forgetProfessional(tx: Transaction, leaver: Leaver): Promise<void> {
  await deleteDraft(tx, leaver.userId);
  await anonymiseProfessional(tx, leaver);
}
