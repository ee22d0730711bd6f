import { sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { defineJob } from "../context.server.ts";
import { withOnlineWord } from "../search/rules.ts";
import { wordOf } from "./store.server.ts";

const BATCH = 1_000;

/** Gives alerts of unknown words the word by which a slot finds them (rule: alerts). */
export const rereadAlerts = defineJob("reread-alerts", async (ctx, { after }) => {
  const read = await readWithoutWord(ctx.db, after ?? null, BATCH);
  const last = read.at(-1);
  if (!last) return;
  await ctx.db.transaction(async (tx) => {
    await writeWords(
      tx,
      read.map(({ id, q }) => ({ id, words: withOnlineWord(q) })),
    );
    if (read.length === BATCH) await ctx.jobs.send(tx, "reread-alerts", { after: last.id });
  });
});

async function readWithoutWord(
  db: Executor,
  after: string | null,
  limit: number,
): Promise<{ id: string; q: string }[]> {
  const { rows } = await db.execute<{ id: string; q: string }>(sql`
    select id, conditions ->> 'q' as q from alerts
    where type = 0 and conditions ->> 'q' <> '' and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`);
  return rows;
}

async function writeWords(
  tx: Transaction,
  read: readonly { id: string; words: string }[],
): Promise<void> {
  const ids = list(
    read.map(({ id }) => id),
    "uuid",
  );
  const words = list(
    read.map((one) => one.words),
    "text",
  );
  await tx.execute(sql`
    with known as materialized (
      select read.id, ${wordOf(sql`read.words`)} as type
      from unnest(${ids}, ${words}) read (id, words))
    update alerts set type = known.type from known
    where alerts.id = known.id and alerts.type = 0 and known.type <> 0`);
}

/** Of two alerts that become one, the older stays (rule: category-care). */
export async function renameInAlerts(
  tx: Transaction,
  before: string,
  after: string,
): Promise<void> {
  // Written as the index has it.
  const isNamed = sql`(conditions ? 'category' and search_key(conditions ->> 'category') = search_key(${before}))`;
  const changed = sql`jsonb_set(conditions, '{category}', to_jsonb(${after}::text))`;
  await tx.execute(sql`
    with named as (select distinct user_id, guest_id from alerts where ${isNamed}),
      own as (
        select alerts.* from named join alerts using (user_id)
        union all
        select alerts.* from named join alerts using (guest_id))
    delete from alerts where id in (
      select id from (
        select id, row_number() over (
          partition by user_id, guest_id, case when ${isNamed} then ${changed} else conditions end
          order by created_at, id) as place
        from own) placed
      where place > 1)`);
  await tx.execute(sql`
    update alerts set conditions = ${changed}, type = number_of('#' || search_key(${after}))
    where ${isNamed}`);
}
