import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "../../money.ts";

/** Cents requested and not made. */
export const pendingRefunds = (paymentId: SQL) => sql<Cents>`coalesce((
  select sum(r.amount_cents) from refunds r
  where r.payment_id = ${paymentId} and r.status in ('asked', 'pending')), 0)::int`;
