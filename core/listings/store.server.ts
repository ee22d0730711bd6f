import { type SQL, sql } from "drizzle-orm";
import { BATCH, batchOf } from "#platform/batches.server.ts";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import { freeSeats } from "../occupancy/count-seats.server.ts";
import { isOnSale } from "../occupancy/why-not-bookable.server.ts";
import { pointOf } from "../places/resolve-place.server.ts";
import { cellOf, pointText, readPoint } from "../places/rules.ts";
import { canSell } from "../tables/conditions.server.ts";
import { listings, type OfferCard } from "../tables.server.ts";
import { slotMarks } from "./mark-slots.server.ts";
import { INSERT_NEWS } from "./note-news.server.ts";
import { FLAGS, ONLINE_WORD, SEATS_TOLD } from "./rules.ts";

const number = (value: number) => sql.raw(String(value));

export async function lockOfferings(
  tx: Transaction,
  offeringIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    select from offerings where id = any(${list(offeringIds, "uuid")}) order by id for no key update`);
}

/** Locks slots by id, so that the next statement sees all earlier commits. */
export async function lockSlots(tx: Transaction, concerned: Concerned): Promise<void> {
  await tx.execute(sql`
    select from slots slot where ${concerns(concerned)} order by slot.id for no key update`);
}

const card = sql<OfferCard>`jsonb_build_object('id', offering.id, 'title', offering.title,
  'category', coalesce(t.name, offering.category),
  'priceCents', offering.price_cents, 'discountedPriceCents', offering.discounted_price_cents,
  'duration', offering.duration, 'capacity', offering.capacity, 'city', offering.city,
  'isOnline', offering.is_online, 'imageUrl', offering.image_url,
  'professional', jsonb_build_object('id', p.id, 'businessName', p.business_name,
    'rating', p.rating, 'totalReviews', p.total_reviews, 'isVerified', p.is_verified))`;

/** Days since 1970. */
const dayOf = (instant: SQL) => sql`floor(extract(epoch from ${instant}) / 86400)::int`;

const marks = sql`(worded.marks || array(
  select '@' || search_key(offering.city) where search_key(offering.city) <> ''
  union all select '#' || search_key(coalesce(t.name, offering.category))
  union all select '^' || left(offering.postal_code, n)
    from generate_series(1, length(offering.postal_code)) n
  union all select * from (
    select distinct '$' || ${dayOf(sql`slot.start_datetime`)} from slots slot
    where slot.offering_id = offering.id and slot.is_active and slot.start_datetime > now.instant
    order by 1) days
  union all select '~online' where offering.is_online
  union all select * from (${slotMarks} order by 1) of_slots))`;

/** In order against deadlocks; known words are skipped by conflict, as a lookup would be slow. */
export async function writeListings(
  tx: Transaction,
  offeringIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = list(offeringIds, "uuid");
  const placed = await readPlaces(tx, offeringIds);
  const places = sql`${list([...placed.keys()], "uuid")},
    ${list(
      [...placed.values()].map(({ cell }) => String(cell)),
      "int",
    )}, ${list(
      [...placed.values()].map(({ door }) => door),
      "text",
    )}`;
  await tx.execute(sql`
    with words as materialized (
      select offering.id, w.word, w.term, w.rank
      from offerings offering
        left join activity_types t on t.id = offering.activity_type_id
        join professional_profiles p on p.id = offering.professional_id
        cross join lateral (
          select word, term, 0 as rank from search_words(concat_ws(' ', offering.title,
            coalesce(t.name, offering.category), case when offering.is_online then ${ONLINE_WORD} end))
          union all
          select word, term, 1 from search_words(concat_ws(' ', p.business_name, offering.description))
        ) w
      where offering.id = any(${ids})
    ), worded as materialized (
      select id, array_agg(distinct term)
        || coalesce(array_agg(distinct '!' || term) filter (where rank = 0), '{}') as marks
      from words group by id
    ), listable as materialized (
      select offering.id, number_of(offering.id::text) as no, p.id as professional_id,
        ${marks} as marks, ${card} as card, placed.cell, coalesce(placed.door, '') as door
      from (select ${now}::timestamptz) now (instant), offerings offering
        join worded on worded.id = offering.id
        left join unnest(${places}) placed (id, cell, door) on placed.id = offering.id
        left join activity_types t on t.id = offering.activity_type_id
        join professional_profiles p on p.id = offering.professional_id
        join profiles owner on owner.id = p.user_id
      where offering.id = any(${ids}) and offering.is_active and offering.deleted_at is null
        and ${canSell}
    ), gone as (
      delete from listings
      where offering_id = any(${ids}) and offering_id not in (select id from listable)
    ), known as (
      insert into known_words (word, term)
      select distinct word, term from words join listable using (id) order by word
      on conflict do nothing
    )
    insert into listings as old (offering_id, no, professional_id, marks, card, cell, door)
    select * from listable
    on conflict (offering_id) do update ${overwriting("marks, card, cell, door")}`);
}

function overwriting(columns: string): SQL {
  const names = columns.split(", ");
  const of = (row: string) => names.map((name) => `${row}.${name}`).join(", ");
  const changes = names.map((name) => `${name} = excluded.${name}`).join(", ");
  return sql.raw(`set ${changes} where (${of("old")}) is distinct from (${of("excluded")})`);
}

/** Cells, and points of public addresses (rules: coarse-place, own-pin, public-address). */
async function readPlaces(
  tx: Transaction,
  offeringIds: readonly string[],
): Promise<Map<string, { cell: number; door: string }>> {
  const { rows } = await tx.execute<
    Record<"city" | "postalCode" | "point", string | null> & { id: string; isPublic: boolean }
  >(
    sql`select id, city, postal_code as "postalCode", coalesce(pin, address_point) as point,
        is_address_public as "isPublic"
      from offerings where id = any(${list(offeringIds, "uuid")}) and not is_online`,
  );
  const places = new Map<string, { cell: number; door: string }>();
  for (const { id, point: own, isPublic, ...address } of rows) {
    const point = readPoint(own ?? "");
    const place = point ?? pointOf(address);
    const door = point && isPublic ? pointText(point) : "";
    if (place) places.set(id, { cell: cellOf(place), door });
  }
  return places;
}

export async function writePlaces(tx: Transaction, offeringIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with places as (
      select distinct search_key(o.city) as city, coalesce(o.postal_code, '') as postal_code
      from listings l join offerings o on o.id = l.offering_id
      where l.offering_id = any(${list(offeringIds, "uuid")}) and search_key(o.city) <> ''
    ), starts as (
      select postal_code as start, city from places where postal_code <> ''
      union
      select array_to_string(w.words[n:], ' '), city
      from places, string_to_array(city, ' ') w (words), generate_subscripts(w.words, 1) n
    )
    insert into known_places (start, city)
    select start, city from starts order by start, city
    on conflict do nothing`);
}

type Concerned =
  | { offeringIds: readonly string[] }
  | { slotIds: readonly string[] }
  | { professionalId: string; during: string };

const LONGEST_PAUSE = sql`interval '2 hours'`;

function concerns(concerned: Concerned): SQL {
  if ("slotIds" in concerned) return sql`slot.id = any(${list(concerned.slotIds, "uuid")})`;
  if ("offeringIds" in concerned) {
    return sql`slot.offering_id = any(${list(concerned.offeringIds, "uuid")})`;
  }
  const { professionalId, during } = concerned;
  return sql`slot.start_datetime < upper(${during}::tstzrange) + ${LONGEST_PAUSE}
    and slot.end_datetime > lower(${during}::tstzrange) - ${LONGEST_PAUSE}
    and slot.offering_id in (select own.id from offerings own where own.professional_id = ${professionalId})`;
}

/** Writes one search row per price of a bookable slot (rule: listing-interval). */
export async function writeListedSlots(
  tx: Transaction,
  concerned: Concerned,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with signed as materialized (
      select l.offering_id, l.no, l.cell, l.door, signature_of(array(
        select mark from unnest(l.marks) mark where left(mark, 1) not in ('$', '~'))) as signature
      from listings l where l.offering_id in (select slot.offering_id from slots slot where ${concerns(concerned)})
    ), open as materialized (
      select slot.id as slot_id, interval.valid_from, interval.valid_until, l.no as listing_no,
        p.id as professional_id, slot.start_datetime as starts_at,
        slot.start_datetime - p.notice_minutes * interval '1 minute' as closes_at, interval.cents,
        least(${freeSeats}, ${number(SEATS_TOLD)}) as seats,
        (extract(epoch from slot.end_datetime - slot.start_datetime) / 60)::int as minutes,
        number_of('@' || search_key(coalesce(offering.city, ''))) as city,
        number_of('#' || search_key(coalesce(t.name, offering.category))) as type,
        (p.rating * 10)::int as rating,
        case when offering.is_online then ${number(FLAGS.online)} else 0 end
          + case when slot.capacity > 1 then ${number(FLAGS.group)} else 0 end
          + case when offering.kind = 'activity' then ${number(FLAGS.activity)} else 0 end as flags,
        case when interval.is_first then 0 else ${dayOf(sql`slot.start_datetime`)} end as cut_day,
        l.signature, l.cell, l.door
      from slots slot
        join offerings offering on offering.id = slot.offering_id
        join signed l on l.offering_id = offering.id
        left join activity_types t on t.id = offering.activity_type_id
        join professional_profiles p on p.id = offering.professional_id
        cross join lateral (
          select from_at as valid_from,
            lead(from_at, 1, 'infinity') over (order by from_at) as valid_until, cents,
            false as is_first
          from slot_prices where slot_id = slot.id
          union all
          select '-infinity', coalesce(min(from_at), 'infinity'), coalesce(slot.price_cents,
            offering.discounted_price_cents, offering.price_cents), true
          from slot_prices where slot_id = slot.id
        ) interval
      where ${concerns(concerned)} and ${isOnSale(now)}
    ), news as (${INSERT_NEWS}
    ), gone as (
      delete from listed_slots old using slots slot
      where slot.id = old.slot_id and ${concerns(concerned)}
        -- « not in » makes one table of them; « not exists » would compare each with each.
        and (old.slot_id, old.valid_from) not in (select slot_id, valid_from from open)
    )
    insert into listed_slots as old (slot_id, valid_from, valid_until, listing_no, professional_id,
      starts_at, closes_at, cents, seats, minutes, city, type, rating, flags, cut_day, signature,
      cell, door)
    select * from open
    on conflict (slot_id, valid_from) do update ${overwriting(
      "valid_until, starts_at, closes_at, cents, seats, minutes, city, type, rating, flags, cut_day, signature, cell, door",
    )}`);
}

/** Deletes rows overlapping a first booking, comparing their own times before looking up slots. */
export async function deleteOverlapped(
  tx: Transaction,
  { slotId, isFull }: { slotId: string; isFull: boolean },
): Promise<void> {
  await tx.execute(sql`
    with own as (delete from listed_slots where slot_id = ${slotId} and ${isFull}::boolean)
    delete from listed_slots old
    using occupied taken
      join professional_profiles p on p.id = taken.professional_id, slots slot
    where taken.slot_id = ${slotId} and taken.lane && '(,0)'
      and old.professional_id = taken.professional_id and old.starts_at < upper(taken.during)
      and old.starts_at + (old.minutes + p.buffer_minutes) * interval '1 minute' > lower(taken.during)
      and slot.id = old.slot_id and slot.id <> taken.slot_id
      and not slot.is_occupied and not slot.is_parallel
      and taken.during && tstzrange(slot.start_datetime,
        slot.end_datetime + p.buffer_minutes * interval '1 minute')`);
}

export async function writeSeats(tx: Transaction, slotId: string, free: number): Promise<void> {
  await tx.execute(
    free === 0
      ? sql`delete from listed_slots where slot_id = ${slotId}`
      : sql`update listed_slots set seats = ${free} where slot_id = ${slotId} and seats <> ${free}`,
  );
}

/** Includes inactive offerings, whose listings must be deleted. */
export async function offeringsOf(tx: Executor, professionalId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from offerings where professional_id = ${professionalId}`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes a batch of slots that have begun, by the index of their first rows. */
export async function deletePassed(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from listed_slots where slot_id = any(array(
      select slot_id from listed_slots where cut_day = 0 and starts_at <= ${now}
      order by starts_at limit ${BATCH} for update skip locked))`);
  return rowCount ?? 0;
}

/** Days that have passed are looked back at, in case the job stood still. */
const DAYS_BACK = sql.raw("30");

/** Touches a batch of listings that have days before today, and says how many. */
export async function deletePassedMarks(db: Executor, now: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with passed as materialized (
      select array_agg('$' || today.day - back) as days
      from (select ${dayOf(sql`${now}::timestamptz`)}) today (day), generate_series(1, ${DAYS_BACK}) back)
    update listings set marks = array(
      select mark from unnest(marks) with ordinality kept (mark, place)
      where mark <> all((select days from passed)::text[]) order by place)
    where ${batchOf(listings, sql`marks && (select days from passed)`)}`);
  return rowCount ?? 0;
}
