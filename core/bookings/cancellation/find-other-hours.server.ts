import { sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { freeSeats, hasSeatsFor, isOnSale } from "../../occupancy/is-slot-open.server.ts";
import { priceNow } from "../../prices/price-now.server.ts";
import type { OtherHour } from "./schema.ts";

const MOST = 3;
/** Other slots are suggested up to this many days after the cancelled one. */
const DAYS = 14;

/**
 * Finds up to three other slots for clients whose slot is cancelled. Those of the same professional
 * come first, then others of the same activity in the same city, or online if it was online;
 * soonest first, and bookable now (rules: cancellation, bookable).
 *
 * @param but `clientId` has to be able to book `seats` of them, so their own slots and those that
 * they have booked are left out. Slots of the same professional between `from` and `to` are left
 * out too, because they are cancelled as well.
 */
export async function findOtherHours(
  db: Executor,
  slotId: string,
  but: { clientId?: string | null; seats?: number; from?: Date; to?: Date },
  now: Date,
): Promise<OtherHour[]> {
  const own = await readHours(db, slotId, but, now, MOST, true);
  const missing = MOST - own.length;
  return missing > 0 ? [...own, ...(await readHours(db, slotId, but, now, missing, false))] : own;
}

async function readHours(
  db: Executor,
  slotId: string,
  { clientId = null, seats = 1, from, to }: Parameters<typeof findOtherHours>[2],
  now: Date,
  limit: number,
  isOwn: boolean,
): Promise<OtherHour[]> {
  const stopped =
    from && to
      ? sql`and not (slot.start_datetime >= ${from} and slot.start_datetime < ${to})`
      : sql``;
  const whose = isOwn
    ? sql`offering.professional_id = sold.professional_id ${stopped}`
    : sql`offering.professional_id <> sold.professional_id
        and (sold.is_online or lower(offering.city) = lower(sold.city))`;
  const { rows } = await db.execute<Omit<OtherHour, "start" | "isOwn"> & { start: string }>(sql`
    select slot.id as "slotId", offering.kind, offering.id as "offeringId", offering.title,
      slot.start_datetime as start, p.business_name as professional, ${freeSeats} as free,
      ${priceNow(now)} as "priceCents"
    from slots lost
      join offerings sold on sold.id = lost.offering_id
      join offerings offering on offering.kind = sold.kind
        and (offering.activity_type_id = sold.activity_type_id or offering.category = sold.category)
        and offering.is_online = sold.is_online and offering.is_active
      join slots slot on slot.offering_id = offering.id and (slot.bookable or slot.resale_seats > 0)
        and slot.start_datetime > ${now}
        and slot.start_datetime < lost.start_datetime + ${DAYS} * interval '1 day'
      join professional_profiles p on p.id = offering.professional_id and p.can_receive_charges
      join profiles owner on owner.id = p.user_id and owner.account_status = 'active'
    where lost.id = ${slotId} and slot.id <> lost.id and ${whose} and ${isOnSale(now)}
      and ${hasSeatsFor(seats)}
      and owner.id is distinct from ${clientId}::uuid
      and not exists (select from bookings b where b.slot_id = slot.id and b.status <> 'cancelled'
        and b.client_id = ${clientId}::uuid)
    order by slot.start_datetime, slot.id
    limit ${limit}`);
  return rows.map((row) => ({ ...row, isOwn, start: new Date(row.start) }));
}
