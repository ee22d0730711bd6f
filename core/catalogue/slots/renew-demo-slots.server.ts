import { sql } from "drizzle-orm";
import { rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { seatsTaken } from "../../occupancy/count-seats.server.ts";
import type { PriceTerms } from "../../prices/rules.ts";
import { insertSlots, type NewSlot, termsJson } from "./store.server.ts";

const CYCLE_DAYS = 28;

/** Creates started slots of the demo again four weeks later in Paris time. */
export const renewDemoSlots = defineJob(
  "renew-demo-slots",
  async ({ db, now }: Pick<Context, "db" | "now">) => {
    const instant = now();
    await db.transaction(async (tx) => {
      const due = await dueSlots(tx, instant);
      if (due.length === 0) return;
      const byOffering = Map.groupBy(due, ({ offeringId }) => offeringId);
      for (const [offeringId, made] of byOffering) {
        const terms = made[0]?.terms as PriceTerms;
        await insertSlots(tx, { offeringId, terms, now: instant }, made);
      }
      await refreshListings(tx, [...byOffering.keys()], instant);
    });
  },
);

interface DueSlot extends NewSlot {
  offeringId: string;
  terms: PriceTerms;
}

async function dueSlots(tx: Transaction, now: Date): Promise<DueSlot[]> {
  const found = await tx.execute(sql`
    select distinct on (offering.id, next.start) offering.id as "offeringId", next.start,
      next.start + (slot.end_datetime - slot.start_datetime) as "end", slot.capacity,
      slot.reference_cents as "referenceCents",
      ${termsJson(sql`offering`)} as terms,
      least(slot.capacity, slot.available_spots + ${seatsTaken(sql`slot.id`)}) as "availableSpots"
    from slots slot
      join offerings offering on offering.id = slot.offering_id
      join settings demo on demo.key = 'demo'
      cross join lateral (select (demo.value ->> 'loadedAt')::timestamptz as instant) loaded
      cross join lateral (
        -- By the clock in Paris: between two instants an hour may be missing, or come twice.
        select floor(extract(epoch from ${now}::timestamptz at time zone 'Europe/Paris'
            - slot.start_datetime at time zone 'Europe/Paris')
          / (${CYCLE_DAYS} * 86400)) + 1 as cycles
      ) passed
      cross join lateral (
        select (slot.start_datetime at time zone 'Europe/Paris'
          + passed.cycles * ${CYCLE_DAYS} * interval '1 day') at time zone 'Europe/Paris' as start
      ) next
    where slot.start_datetime > loaded.instant and slot.start_datetime <= ${now}
      and offering.id < (demo.value ->> 'idsBelow')::uuid and offering.is_active and slot.is_active
      and not exists (
        select from slots later
        where later.offering_id = offering.id and later.start_datetime = next.start
      )
    order by offering.id, next.start, slot.start_datetime desc`);
  return rowsOf(found);
}
