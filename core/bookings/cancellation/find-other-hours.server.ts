import { type SQL, sql } from "drizzle-orm";
import { type Executor, list, rowOf, rowsOf } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { DAY } from "../../durations.ts";
import { FLAGS } from "../../listings/rules.ts";
import type { Cents } from "../../money.ts";
import { freeSeats, hasSeatsFor } from "../../occupancy/count-seats.server.ts";
import { isOnSale } from "../../occupancy/why-not-bookable.server.ts";
import { priceNow } from "../../prices/read-price.server.ts";
import { hasSeat } from "../../tables/conditions.server.ts";

export interface OtherHour {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  professional: string;
  isOwn: boolean;
  free: number;
  priceCents: Cents;
}

const MOST = 3;
const DAYS = 14;
const LOOKED_AT = 30;

/** Finds up to three, same offering first, then nearest (rules: cancellation, bookable). */
export async function findOtherHours(
  db: Executor,
  slotId: string,
  but: But,
  now: Date,
): Promise<OtherHour[]> {
  const lost = await readLost(db, slotId);
  if (!lost) return [];
  const stopped =
    but.from && but.to
      ? sql`and not (listed.starts_at >= ${but.from} and listed.starts_at < ${but.to})`
      : sql``;
  const ofOwn = sql`listed_slots listed
    where listed.professional_id = ${lost.professionalId} and listed.type = number_of(${lost.type}) ${stopped}`;
  const isSame = sql`(listed.listing_no = number_of(${lost.offeringId})) desc,`;
  const own = await readHours(db, lost, ofOwn, but, now, isSame);
  if (own.length >= MOST || (lost.city === null && !lost.isOnline)) return own.slice(0, MOST);
  // As `facts_of` writes what a listing is found by.
  const facts = lost.isOnline ? [lost.type, "~online"] : [`${lost.type}@${lost.city}`];
  const ofOthers = sql`listings l join listed_slots listed on listed.listing_no = l.no
    where facts_of(l.marks, l.cell) @> array(select number_of(fact) from unnest(${list(facts, "text")}) fact)
      and l.professional_id <> ${lost.professionalId}`;
  const others = await readHours(db, lost, ofOthers, but, now);
  return [...own, ...others].slice(0, MOST);
}

interface But {
  clientId?: string | null;
  seats?: number;
  from?: Date;
  to?: Date;
}

interface Lost {
  slotId: string;
  offeringId: string;
  professionalId: string;
  start: Date;
  kind: SlotKind;
  type: string;
  isOnline: boolean;
  city: string | null;
}

async function readLost(db: Executor, slotId: string): Promise<Lost | null> {
  const found = await db.execute(sql`
    select lost.id as "slotId", sold.id as "offeringId", sold.professional_id as "professionalId", sold.kind,
      lost.start_datetime as start, '#' || search_key(coalesce(t.name, sold.category)) as type,
      sold.is_online as "isOnline", nullif(search_key(sold.city), '') as city
    from slots lost join offerings sold on sold.id = lost.offering_id
      left join activity_types t on t.id = sold.activity_type_id
    where lost.id = ${slotId}`);
  return rowOf(found);
}

async function readHours(
  db: Executor,
  lost: Lost,
  from: SQL,
  { clientId = null, seats = 1 }: But,
  now: Date,
  first = sql``,
): Promise<OtherHour[]> {
  const flags =
    (lost.kind === "activity" ? FLAGS.activity : 0) + (lost.isOnline ? FLAGS.online : 0);
  const found = await db.execute(sql`
    with listed as materialized (
      select listed.slot_id, row_number() over (order by ${first}
          greatest(listed.starts_at - ${lost.start}, ${lost.start} - listed.starts_at),
          listed.starts_at, listed.slot_id) as place
      from ${from}
        and listed.valid_from <= ${now} and listed.valid_until > ${now} and listed.closes_at > ${now}
        and listed.starts_at < ${new Date(lost.start.getTime() + DAYS * DAY)}
        and listed.flags & ${FLAGS.activity | FLAGS.online}::int = ${flags}::int
        and listed.seats >= ${seats} and listed.slot_id <> ${lost.slotId}
      order by place limit ${LOOKED_AT})
    select slot.id as "slotId", offering.kind, offering.id as "offeringId", offering.title,
      slot.start_datetime as start, p.business_name as professional, ${freeSeats} as free,
      ${priceNow(now)} as "priceCents", p.id = ${lost.professionalId} as "isOwn"
    from listed
      join slots slot on slot.id = listed.slot_id
      join offerings offering on offering.id = slot.offering_id
      join professional_profiles p on p.id = offering.professional_id
    where ${isOnSale(now)} and ${hasSeatsFor(seats)} and p.user_id is distinct from ${clientId}::uuid
      and not ${hasSeat(sql`${clientId}::uuid`)}
    order by listed.place
    limit ${MOST}`);
  return rowsOf(found);
}
