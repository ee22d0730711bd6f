import { sql } from "drizzle-orm";
import { defineJob } from "../context.server.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";

const TURN = 100;

/** Uses short transactions, so nobody waits (rule: category-care); safe to repeat. */
export const refreshCategory = defineJob("refresh-category", async (ctx, { typeId }) => {
  const { rows: outdated } = await ctx.db.execute<{ id: string }>(sql`
    select o.id from offerings o join activity_types t on t.id = o.activity_type_id
      join listings l on l.offering_id = o.id
    where t.id = ${typeId} and l.card ->> 'category' <> t.name
    order by o.id limit ${TURN}`);
  for (const { id } of outdated) {
    await ctx.db.transaction((tx) => refreshListings(tx, [id], ctx.now()));
  }
  if (outdated.length === TURN) await ctx.jobs.send(ctx.db, "refresh-category", { typeId });
});
