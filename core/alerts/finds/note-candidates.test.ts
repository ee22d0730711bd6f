import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { countReadOf } from "#test/make/rows-read.ts";
import { alertFinds } from "../../tables.server.ts";
import { noteCandidates } from "./note-candidates.server.ts";

const ALERTS = 30_000;

dataTest(`with ${ALERTS} alerts a slot meets those near it by their index`, async ({ db }) => {
  const { id: userId } = await makeUser(db);
  // All over France, each 10 km around somewhere, for one of nine activities.
  await db.execute(sql`
    insert into alerts (id, user_id, conditions, agreed_at, type, area, seats, from_cents)
    select gen_random_uuid(), ${userId}, '{}', ${NOW}, number_of('#activite ' || n % 9),
      box(point(x - 0.13, y - 0.09), point(x + 0.13, y + 0.09)), 1 + n % 2, 0
    from generate_series(1, ${ALERTS}::int) n,
      lateral (select -1 + 7 * ((n::bigint * 7919) % 10007) / 10007.0 as x,
        43 + 7 * ((n::bigint * 104729) % 99991) / 99991.0 as y) place`);
  await db.execute(sql`analyze alerts`);
  const session = await makeSession(db, { category: "Activité 4" });
  await makeSlot(db, { session, start: new Date(NOW.getTime() + 30 * HOUR) });
  const before = await countReadOf(db, "alerts");
  const found = await noteCandidates(makeContext(db));
  expect(found).toBeGreaterThan(0);
  expect(await db.$count(alertFinds)).toBe(found);
  expect((await countReadOf(db, "alerts")) - before).toBeLessThan(10 * found + 100);
});
