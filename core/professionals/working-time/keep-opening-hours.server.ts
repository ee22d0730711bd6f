import { eq, type SQL, sql } from "drizzle-orm";
import { rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { openingHours } from "../../tables.server.ts";
import { LOOKED_BACK, type OpeningHour, proposeHours } from "./rules.ts";

export async function writeOpeningHours(
  tx: Transaction,
  professionalId: string,
  hours: readonly OpeningHour[],
): Promise<void> {
  await tx.delete(openingHours).where(eq(openingHours.professionalId, professionalId));
  if (hours.length === 0) return;
  await tx.insert(openingHours).values(hours.map((hour) => ({ professionalId, ...hour })));
}

/** From eight weeks of slots. @throws AppError `forbidden` without a professional profile. */
export async function proposeOpeningHours(ctx: Context): Promise<OpeningHour[]> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const found = await ctx.db.execute(sql`
    select slot.start_datetime as start, slot.end_datetime as "end"
    from offerings o join slots slot on slot.offering_id = o.id
    where o.professional_id = ${professionalId} and slot.is_active and slot.start_datetime < ${now}
      and slot.start_datetime >= ${new Date(now.getTime() - LOOKED_BACK)}
    order by slot.start_datetime, slot.id`);
  return proposeHours(rowsOf(found));
}

export function openingHoursOf(professionalId: SQL): SQL<OpeningHour[]> {
  return sql<OpeningHour[]>`(
    select coalesce(json_agg(json_build_object('weekday', h.weekday,
      'opens', to_char(h.opens, 'HH24:MI'), 'closes', to_char(h.closes, 'HH24:MI'))
      order by h.weekday, h.opens), '[]')
    from opening_hours h where h.professional_id = ${professionalId})`;
}
