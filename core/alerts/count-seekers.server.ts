import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { parseInput } from "../parse.ts";
import { centreOf, type Point } from "../places/rules.ts";
import { EVENING } from "../search/rules.ts";
import { FEWEST_TOLD, NOWHERE } from "./rules.ts";
import type { Seekers } from "./schema.ts";
import { wordOf } from "./store.server.ts";

const input = z.object({ offeringId: z.uuid({ error: "Identifiant invalide" }) });

/**
 * Counts who looks for one's own offering tonight (rule: alerts); null when they are too few.
 * @throws AppError `unauthenticated`, `invalid_input`.
 */
export async function countSeekers(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<Seekers | null> {
  const { professionalId } = requireActor(ctx);
  const { offeringId } = parseInput(input, raw);
  const offered = professionalId ? await readOffered(ctx.db, { offeringId, professionalId }) : null;
  if (!offered) return null;
  const { category, city, cell } = offered;
  const point = cell === null ? NOWHERE : centreOf(cell);
  const count = await countTonight(ctx.db, { category, point, day: dayKey(ctx.now()) });
  return count < FEWEST_TOLD ? null : { count, category, city };
}

async function readOffered(
  db: Executor,
  { offeringId, professionalId }: { offeringId: string; professionalId: string },
): Promise<{ category: string; city: string | null; cell: number | null } | null> {
  const { rows } = await db.execute<{
    category: string;
    city: string | null;
    cell: number | null;
  }>(sql`
    select l.card ->> 'category' as category, l.cell,
      case when (l.card ->> 'isOnline')::boolean then null else l.card ->> 'city' end as city
    from listings l where l.offering_id = ${offeringId} and l.professional_id = ${professionalId}`);
  return rows[0] ?? null;
}

async function countTonight(
  db: Executor,
  { category, point, day }: { category: string; point: Point; day: string },
): Promise<number> {
  const spot = sql`point(${point.longitude}::float8, ${point.latitude}::float8)`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct coalesce(alerts.user_id, alerts.guest_id))::int as count from alerts
    where alerts.paused_at is null and alerts.area @> box(${spot}, ${spot})
      and (alerts.type = number_of('#' || search_key(${category}))
        or alerts.type = any(array[0, ${wordOf(category)}])
          and search_key(alerts.conditions ->> 'q') = search_key(${category}))
      and (alerts.day is null or alerts.day = ${day}::date)
      and alerts.weekdays >> extract(isodow from ${day}::date)::int - 1 & 1 = 1
      and coalesce(alerts.conditions ->> 'to', '24:00') > ${EVENING}`);
  return rows[0]?.count ?? 0;
}
