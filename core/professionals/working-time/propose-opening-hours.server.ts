import { type SQL, sql } from "drizzle-orm";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { LOOKED_BACK, type OpeningHour, proposeHours } from "./rules.ts";
import { readOffered } from "./store.server.ts";

/** From eight weeks of slots. @throws AppError `forbidden` without a professional profile. */
export async function proposeOpeningHours(ctx: Context): Promise<OpeningHour[]> {
  const { professionalId } = requireProfessional(ctx);
  const until = ctx.now();
  const since = new Date(until.getTime() - LOOKED_BACK);
  return proposeHours(await readOffered(ctx.db, professionalId, { since, until }));
}

export function openingHoursOf(professionalId: SQL): SQL<OpeningHour[]> {
  return sql<OpeningHour[]>`(
    select coalesce(json_agg(json_build_object('weekday', h.weekday,
      'opens', to_char(h.opens, 'HH24:MI'), 'closes', to_char(h.closes, 'HH24:MI'))
      order by h.weekday, h.opens), '[]')
    from opening_hours h where h.professional_id = ${professionalId})`;
}
