import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import { defineJob } from "../context.server.ts";
import { DAY, MINUTE } from "../durations.ts";

/** Notes slots of `open`, about to be written, that were not bookable before or are better now. */
export const INSERT_NEWS = sql`
      insert into slot_news (slot_id, is_new)
      select open.slot_id, bool_and(known.slot_id is null)
      from open left join listed_slots old using (slot_id, valid_from)
        left join (select distinct slot_id from listed_slots
          where slot_id in (select slot_id from open)) known on known.slot_id = open.slot_id
      where old.slot_id is null or old.starts_at <> open.starts_at or open.cents < old.cents
        or open.seats > old.seats or open.closes_at > old.closes_at
        or (old.minutes, old.type, old.flags, old.signature, old.cell)
          is distinct from (open.minutes, open.type, open.flags, open.signature, open.cell)
      group by open.slot_id`;

export async function insertNews(tx: Transaction, slotId: string): Promise<void> {
  await tx.execute(sql`insert into slot_news (slot_id, is_new) values (${slotId}, false)`);
}

const STEP_WINDOW = 10 * MINUTE;

/** Notes price drops that nothing else writes (rule: listing-interval); safe to repeat. */
export const notePriceSteps = defineJob("note-price-steps", async (ctx) => {
  const now = ctx.now();
  const since = new Date(now.getTime() - STEP_WINDOW);
  // A price comes down within a day of the start, so only two days are looked at.
  const today = Math.floor(now.getTime() / DAY);
  const { rowCount } = await ctx.db.execute(sql`
    insert into slot_news (slot_id, is_new)
    select slot_id, false from listed_slots
    where cut_day in (${today}, ${today + 1}) and valid_from > ${since}
      and valid_from <= ${now} and valid_until > ${now} and closes_at > ${now}`);
  return rowCount ?? 0;
});

export async function takeNews(
  tx: Transaction,
  limit: number,
): Promise<{ slotId: string; isNew: boolean }[]> {
  const { rows } = await tx.execute<{ slotId: string; isNew: boolean }>(sql`
    delete from slot_news where id = any(array(
      select id from slot_news order by created_at limit ${limit} for update skip locked))
    returning slot_id as "slotId", is_new as "isNew"`);
  return rows;
}
