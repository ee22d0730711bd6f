import type { Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { anonymiseProfessional, deleteDraft } from "./store.server.ts";

/** Keeps what invoices and the yearly report name (rule: account-deletion). */
export async function anonymiseBusiness(tx: Transaction, leaver: Leaver): Promise<void> {
  await deleteDraft(tx, leaver.userId);
  await anonymiseProfessional(tx, leaver);
}
