import { sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";

/** Compares pauses too (rule: one-place); the caller holds `lockPractitioner`. */
export async function filterFreeHours<Hour extends { start: Date; end: Date }>(
  tx: Transaction,
  offeringId: string,
  hours: readonly Hour[],
): Promise<Hour[]> {
  if (hours.length === 0) return [];
  const instants = (of: "start" | "end") =>
    list(
      hours.map((hour) => hour[of].toISOString()),
      "timestamptz",
    );
  const { rows } = await tx.execute<{ place: number }>(sql`
    select hour.place::int as place
    from offerings o
      join professional_profiles p on p.id = o.professional_id
      cross join unnest(${instants("start")}, ${instants("end")}) with ordinality as hour ("from", upto, place)
    where o.id = ${offeringId} and not exists (
      select from occupied taken where taken.professional_id = p.id and taken.lane && '(,0)'
        and taken.during && tstzrange(hour."from", hour.upto + p.buffer_minutes * interval '1 minute'))
    order by hour.place`);
  return rows.flatMap(({ place }) => hours[place - 1] ?? []);
}
