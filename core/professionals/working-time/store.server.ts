import { eq, sql } from "drizzle-orm";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { openingHours } from "../../tables.server.ts";
import type { OpeningHour } from "./rules.ts";

export async function writeOpeningHours(
  tx: Transaction,
  professionalId: string,
  hours: readonly OpeningHour[],
): Promise<void> {
  await tx.delete(openingHours).where(eq(openingHours.professionalId, professionalId));
  if (hours.length === 0) return;
  await tx.insert(openingHours).values(hours.map((hour) => ({ professionalId, ...hour })));
}

export async function readOffered(
  db: Executor,
  professionalId: string,
  { since, until }: { since: Date; until: Date },
): Promise<{ start: Date; end: Date }[]> {
  const found = await db.execute(sql`
    select slot.start_datetime as start, slot.end_datetime as "end"
    from offerings o join slots slot on slot.offering_id = o.id
    where o.professional_id = ${professionalId} and slot.is_active
      and slot.start_datetime >= ${since} and slot.start_datetime < ${until}
    order by slot.start_datetime, slot.id`);
  return rowsOf(found);
}
