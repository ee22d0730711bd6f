import { sql } from "drizzle-orm";

/* What several stores ask of the same rows, by the names that their statements give them. */

/** Whether the account of a professional, `owner`, is open, and they have not asked to leave. */
export const isOwnerPresent = sql`owner.account_status = 'active' and owner.deletion_asked_at is null`;

/** Whether the professional `p`, whose account is `owner`, may sell (rule: bookable). */
export const canSell = sql`p.can_receive_charges and owner.account_status = 'active'`;

/** Whether the booking `b` still is one. */
export const isLive = sql`b.status <> 'cancelled'`;
