import { sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { linesOf } from "../../texts/clean-text.ts";

export async function listComing(
  db: Executor,
  spans: readonly { from: Date; to: Date }[],
): Promise<{ bookingId: string; start: Date; confirmedAt: Date; email: string }[]> {
  const begins = spans.map(
    ({ from, to }) => sql`(s.start_datetime > ${from} and s.start_datetime <= ${to})`,
  );
  const found = await db.execute(sql`
    select b.id as "bookingId", s.start_datetime as start, b.confirmed_at as "confirmedAt",
      b.buyer_email as email
    from slots s join bookings b on b.slot_id = s.id
    where (${sql.join(begins, sql` or `)}) and b.status = 'confirmed' and b.confirmed_at is not null
    order by s.start_datetime, b.id`);
  return rowsOf(found);
}

export async function readRequirements(db: Executor, bookingId: string): Promise<string[]> {
  const { rows } = await db.execute<{ requirements: string | null }>(sql`
    select o.requirements
    from bookings b join slots s on s.id = b.slot_id join offerings o on o.id = s.offering_id
    where b.id = ${bookingId}`);
  return linesOf(rows[0]?.requirements ?? null);
}
