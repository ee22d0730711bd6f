import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { writeRating } from "./store.server.ts";

/** Call it last in the transaction that changed a review, which has the professional's time. */
export async function deriveRating(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<void> {
  await writeRating(tx, professionalId);
  await refreshListingsOfProfessional(tx, professionalId, now);
}

/** Reviews go with bookings that nobody has to keep any longer (rule: reviews). */
export async function mendRatings(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(selectWrongRatings());
  for (const { id: professionalId } of rows) {
    await ctx.db.transaction(async (tx) => {
      await lockPractitioner(tx, professionalId);
      await deriveRating(tx, professionalId, ctx.now());
    });
  }
  return rows.length;
}

/** With what both say (rule: reviews). */
export const selectWrongRatings = () => sql`
  select p.id, 'note ' || p.rating || ' de ' || p.total_reviews || ' avis, publiés : '
    || coalesce(found.rating, 0) || ' de ' || coalesce(found.count, 0) as fault
  from professional_profiles p
  left join (select r.professional_id, round(avg(r.rating), 1) as rating, count(r.rating)::int as count
    from reviews r where r.status = 'published' group by r.professional_id) found
    on found.professional_id = p.id
  where (p.rating, p.total_reviews) is distinct from (coalesce(found.rating, 0), coalesce(found.count, 0))`;
