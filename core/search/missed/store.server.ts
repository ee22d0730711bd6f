import { sql } from "drizzle-orm";
import type { Database } from "#platform/postgres.server.ts";
import { addDays } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { type Missed, TOLD_FROM, UNTOLD_LIFE } from "./rules.ts";

/** Adds to a day's counts, storing only a hash until enough people made the search. */
export async function addMissed(
  db: Database,
  day: string,
  searches: readonly (Missed & { key: string; visitors: number })[],
): Promise<void> {
  const rows = searches.map(
    ({ key, town, words, visitors, nearest }) =>
      sql`(${key}, ${town}, ${words}, ${visitors}::int, ${nearest})`,
  );
  const searched = sql`(values ${sql.join(rows, sql`, `)}) as s (key, town, words, visitors, nearest)`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into missed_searches (day, key, town, visitors, nearest)
      select ${day}::date, s.key, s.town, s.visitors, s.nearest from ${searched} order by s.key
      on conflict (key, day) do update set
        visitors = missed_searches.visitors + excluded.visitors, nearest = excluded.nearest`);
    await tx.execute(sql`
      update missed_searches m set words = s.words from ${searched}
      where m.key = s.key and m.words is null and m.day > ${addDays(day, -UNTOLD_LIFE / DAY)}
        and (select count(*) >= ${TOLD_FROM.days} and sum(of.visitors) >= ${TOLD_FROM.visitors}
          from missed_searches of
          where of.key = s.key and of.day > ${addDays(day, -UNTOLD_LIFE / DAY)})`);
  });
}
