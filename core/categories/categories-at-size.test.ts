import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeActivityType } from "#test/make/catalogue.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, makeDatabase } from "#test/make/database.ts";
import { fillTables, vacuum } from "#test/make/fill.ts";
import { readThrough } from "#test/make/rows-read.ts";
import { renameInAlerts } from "../alerts/reread-alerts.server.ts";
import { readCategory } from "./store.server.ts";

test("of 100 000 kept searches those that ask for a category are found by its name", async () => {
  const { db, close } = await makeDatabase();
  // Alerts without their people.
  contradict(db, "I");
  const type = await makeActivityType(db, "Pratique 7");
  const other = await makeActivityType(db, "Autre");
  const id = (kind: string, n: string) =>
    sql.raw(`('00000000-${kind}-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`);
  await fillTables(db, async (run) => {
    // Five of each person, of which two become one; a hundred in each category.
    await run(sql`insert into alerts (id, user_id, conditions, agreed_at, type, area, seats, from_cents)
      select ${id("0002", "n")}, ${id("0001", "n / 5")},
        jsonb_build_object('category', 'Pratique ' || n / 100, 'place', 'Ville ' || n % 4),
        ${NOW}, 0, '((0,0),(1,1))', 1, 0 from generate_series(1, 100000) n`);
  });
  await vacuum(db, ["alerts"]);
  const gone = await readThrough(
    db,
    async (tx) => {
      expect(await readCategory(tx, type.id)).toMatchObject({ alerts: 100 });
      await renameInAlerts(tx, "Pratique 7", "Autre");
      expect(await readCategory(tx, type.id)).toMatchObject({ alerts: 0 });
      expect(await readCategory(tx, other.id)).toMatchObject({ alerts: 80 });
    },
    2_000,
  );
  await close();
  expect(gone).toEqual([]);
}, 120_000);
