import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "../../money.ts";
import { pendingRefunds } from "../../payments/refunds/pending-refunds.server.ts";

/** Sums what is owed to former clients once its professional cancels (rule: resale). */
export const leftOfSellers = (booking: SQL): SQL<Cents> => sql<Cents>`(
  with recursive line as (
    select sold.id, sold.resale_of_id from bookings sold
    where sold.id = ${booking}.resale_of_id and sold.cancel_reason = 'resold'
    union all
    select sold.id, sold.resale_of_id from line join bookings sold on sold.id = line.resale_of_id
    where sold.cancel_reason = 'resold')
  select coalesce(sum(greatest(0, p.amount_cents - p.refunded_cents - p.charged_back_cents
    - ${pendingRefunds(sql`p.id`)})), 0)::int
  from line join payments p on p.reference = line.id)`;
