import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { countUnread } from "./count-unread.server.ts";
import { MOST_UNREAD } from "./rules.ts";

const BOOKINGS = 5_000;
const MESSAGES = 100_000;

dataTest(
  `of ${MESSAGES} messages only the unread ones are read, and a hundred counted`,
  async ({ db }) => {
    // By hand: bookings without payments, and without seats.
    contradict(db, "I1", "I2");
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional });
    const { id: slotId } = await makeSlot(db, { session });
    await db.execute(sql`
    insert into bookings (id, slot_id, professional_id, buyer_email, status, payment_status,
      cancel_reason, price_paid_cents, commission_cents, refundable_until, confirmed_at, cancelled_at)
    select gen_random_uuid(), ${slotId}, ${professional.id}, 'guest-' || n || '@example.fr',
      'cancelled', 'unpaid', 'client', 0, 0, ${NOW}, ${NOW}, ${NOW}
    from generate_series(1, ${BOOKINGS}::int) n`);
    await db.execute(sql`
    insert into letters (id, booking_id, by, text, created_at, read_at)
    select gen_random_uuid(), b.id, case n % 2 when 0 then 'client' else 'professional' end, 'Bonjour',
      ${NOW}, case when b.no % 400 = 0 then null else ${NOW}::timestamptz end
    from (select id, row_number() over (order by id) as no from bookings) b,
      generate_series(1, ${MESSAGES / BOOKINGS}::int) n`);
    await db.execute(sql`vacuum analyze bookings, letters`);
    const owner = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const countRead = async () => {
      await db.execute(sql`select pg_stat_force_next_flush()`);
      const { rows } = await db.execute<{ read: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
      from pg_stat_user_tables where relname = 'letters'`);
      return rows[0]?.read ?? 0;
    };
    const before = await countRead();
    expect(await countUnread(owner)).toBe(MOST_UNREAD + 1);
    expect((await countRead()) - before).toBeLessThan(1_000);
  },
);
