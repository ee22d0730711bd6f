import type { Transaction } from "#platform/postgres.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { giveAlerts, lockOwner } from "../store.server.ts";
import { deleteGuest, deleteGuestOf, findGuestOf, lockGuest } from "./store.server.ts";

/**
 * Makes the searches that somebody kept without an account those of the account with the same
 * address (rule: guest-alerts). Nobody is signed in without having proved the mailbox.
 */
export async function claimAlerts(
  { db }: Pick<Context, "db">,
  { userId, email }: Pick<Actor, "userId" | "email">,
): Promise<void> {
  const found = await findGuestOf(db, email);
  if (!found) return;
  await db.transaction(async (tx) => {
    await lockOwner(tx, { userId });
    const guestId = await lockGuest(tx, found);
    if (!guestId) return;
    await giveAlerts(tx, { guestId, userId });
    await deleteGuest(tx, guestId, "whatever they keep");
  });
}

/** Deletes what an address keeps without an account, when its account goes (rule: account-deletion). */
export function dropGuestAlerts(tx: Transaction, email: string): Promise<void> {
  return deleteGuestOf(tx, email);
}
