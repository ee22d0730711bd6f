import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { countReadOf } from "#test/make/rows-read.ts";
import { MAX_UNREAD } from "./rules.ts";
import { countUnread } from "./show-booking-messages.server.ts";

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
      cancel_reason, price_paid_cents, commission_cents, commission_rate, sold, refundable_until, confirmed_at, cancelled_at)
    select gen_random_uuid(), ${slotId}, ${professional.id}, 'guest-' || n || '@example.fr',
      'cancelled', 'unpaid', 'client', 0, 0, 1000, '{}', ${NOW}, ${NOW}, ${NOW}
    from generate_series(1, ${BOOKINGS}::int) n`);
    await db.execute(sql`
    insert into letters (id, booking_id, by, text, created_at, read_at)
    select gen_random_uuid(), b.id, case n % 2 when 0 then 'client' else 'professional' end, 'Bonjour',
      ${NOW}, case when b.no % 400 = 0 then null else ${NOW}::timestamptz end
    from (select id, row_number() over (order by id) as no from bookings) b,
      generate_series(1, ${MESSAGES / BOOKINGS}::int) n`);
    await db.execute(sql`vacuum analyze bookings, letters`);
    const owner = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const before = await countReadOf(db, "letters");
    expect(await countUnread(owner)).toBe(MAX_UNREAD + 1);
    expect((await countReadOf(db, "letters")) - before).toBeLessThan(1_000);
  },
);
