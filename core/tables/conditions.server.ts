import { type SQL, sql } from "drizzle-orm";

/** Requires an open account under `owner`, not about to be closed. */
export const isOwnerPresent = sql`owner.account_status = 'active' and owner.deletion_asked_at is null`;

/** Tests that the professional `p` of the account `owner` may sell (rules: bookable, suspended-account). */
export const canSell = sql`p.can_receive_charges and owner.account_status = 'active'`;

export const isLive = sql`b.status <> 'cancelled'`;

/** A seat of `slot`, held or booked. */
export const hasSeat = (clientId: SQL) => sql`exists (select from bookings b
  where b.slot_id = slot.id and b.client_id = ${clientId} and ${isLive})`;
