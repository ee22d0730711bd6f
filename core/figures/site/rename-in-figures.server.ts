import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import { PLACE_SUMS } from "./store.server.ts";

/** Reads all sums, since an index would slow every hour's counting (rule: category-care). */
export async function renameInFigures(
  tx: Transaction,
  before: string,
  after: string,
): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from daily_places where category = ${before} returning *)
    insert into daily_places as old (day, town, category, ${PLACE_SUMS((column) => column)})
    select day, town, ${after}, ${PLACE_SUMS((column) => column)} from gone
    on conflict (day, town, category) do update
    set ${PLACE_SUMS((column) => sql`${column} = old.${column} + excluded.${column}`)}`);
}
