import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseProfessional, deleteDraft } from "./store.server.ts";

/**
 * Anonymises a business as far as the law allows (rule: account-deletion): its name, address, SIRET
 * and payment account stay on invoices and in the yearly report of its income. Its own description
 * goes.
 */
export async function anonymiseBusiness(tx: Transaction, leaver: Leaver): Promise<void> {
  await deleteDraft(tx, leaver.userId);
  await anonymiseProfessional(tx, leaver);
}
