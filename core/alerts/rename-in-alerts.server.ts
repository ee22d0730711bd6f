import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";

/**
 * Has every search that is kept ask for a category by its new name (rule: category-care). Of two that
 * somebody keeps and that become one, the older stays. Links that nobody has followed yet ask by the
 * name in force once they are followed.
 */
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
