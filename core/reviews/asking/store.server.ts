import { sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";

export interface Unreviewed {
  bookingId: string;
  end: Date;
  email: string;
}

/** Hours are found by index, and include up to two hours of pause after the end. */
export async function listUnreviewed(
  db: Executor,
  spans: readonly { from: Date; to: Date }[],
  now: Date,
): Promise<Unreviewed[]> {
  const over = spans.map(
    ({
      from,
      to,
    }) => sql`(upper(o.during) > ${from} and upper(o.during) <= ${to}::timestamptz + interval '2 hours'
      and s.end_datetime > ${from} and s.end_datetime <= ${to})`,
  );
  const found = await db.execute(sql`
    select b.id as "bookingId", s.end_datetime as "end", b.buyer_email as email
    from occupied o join slots s on s.id = o.slot_id
    join bookings b on b.slot_id = s.id join profiles client on client.id = b.client_id
    where (${sql.join(over, sql` or `)}) and b.status = 'confirmed' and b.confirmed_at is not null
      and (b.presence is distinct from 'absent' or b.contested_at is not null)
      and client.account_status = 'active'
      and not exists (select from reviews r where r.booking_id = b.id)
      and not exists (select from reviews r where r.author_id = b.client_id
        and r.professional_id = b.professional_id and r.status <> 'refused' and r.rates @> ${now}::timestamptz)
    order by s.end_datetime, b.id`);
  return rowsOf(found);
}
