import { and, isNotNull, lte, sql } from "drizzle-orm";
import { deleteBatch, inBatches } from "#platform/batches.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { alertGuests, alertLinks, alerts } from "../../tables.server.ts";
import { giveAlerts, lockOwner } from "../store.server.ts";
import { deleteGuest, findGuestOf, lockGuest } from "./store.server.ts";

export { dropGuestAlerts } from "./store.server.ts";

/** Gives an account what its address kept: a login has proved the mailbox (rule: guest-alerts). */
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

/** False when some are left for another turn (rule: retention). */
export async function purgeGuests(
  { db }: Pick<Context, "db">,
  before: { links: Date; alerts: Date },
): Promise<boolean> {
  const isOld = and(isNotNull(alerts.guestId), lte(alerts.agreedAt, before.alerts));
  const isIdle = sql`not exists (select from alerts kept where kept.guest_id = ${alertGuests.id})`;
  const isDone = [
    await inBatches(() => deleteBatch(db, alertLinks, lte(alertLinks.createdAt, before.links))),
    await inBatches(() => deleteBatch(db, alerts, isOld)),
    await inBatches(() => deleteBatch(db, alertGuests, isIdle)),
  ];
  return isDone.every(Boolean);
}
