import { type SQL, sql } from "drizzle-orm";
import { type Executor, list, type Transaction } from "#platform/postgres.server.ts";
import type { OfferCard } from "../tables.server.ts";
import { LISTING_LEAD, LOW_STOCK, ONLINE_WORD, PRICE_BAND_BOUNDS, PRICE_BANDS } from "./rules.ts";

/** Locks these offers until the transaction ends, so that only one refreshes them at a time. */
export async function lockOffers(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (select unnest(${list(sessionIds, "uuid")}) as id order by 1) ids`);
}

/** The first slot of a session that search may show at `now`: none in its professional's own time. */
const nextSlot = (sessionId: SQL, now: Date) => sql`
  select id, start_datetime, least(available_spots, ${ENOUGH}) as spots from slots
  where offering_id = ${sessionId} and bookable and start_datetime > ${listedFrom(now)}
    and absence_id is null
    and (is_occupied or is_parallel or not exists (
      select from busy_times busy join offerings owned on owned.professional_id = busy.professional_id
      where owned.id = ${sessionId} and busy.source <> 'absence'
        and busy.during && tstzrange(start_datetime, end_datetime)))
  order by start_datetime limit 1`;

/** More seats than this look alike, so that most bookings leave the offer unchanged. */
const ENOUGH = sql.raw(String(LOW_STOCK + 1));

const listedFrom = (now: Date) => new Date(now.getTime() + LISTING_LEAD);

/** The card of `sessions s`, its type `t` and its professional `p`: an {@link OfferCard}. */
const card = sql<OfferCard>`jsonb_build_object('id', s.id, 'title', s.title, 'category', t.name,
  'priceCents', s.price_cents, 'discountedPriceCents', s.discounted_price_cents,
  'duration', s.duration, 'capacity', s.capacity, 'city', s.city, 'isOnline', s.is_online,
  'imageUrl', s.image_url,
  'professional', jsonb_build_object('id', p.id, 'businessName', p.business_name,
    'rating', p.rating, 'totalReviews', p.total_reviews, 'isVerified', p.is_verified))`;

/**
 * Writes, corrects or removes rows of `offers`, so that they list exactly the bookable sessions
 * (rule: bookable).
 */
export async function writeOffers(
  tx: Transaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with bookable as (
      select s.id, s.professional_id, s.activity_type_id,
        search_key(coalesce(s.city, '')) as city, coalesce(s.postal_code, '') as postal_code,
        slot.id as next_slot_id, slot.start_datetime as next_slot_at, slot.spots,
        coalesce(s.discounted_price_cents, s.price_cents) as price_cents, p.rating, ${card} as card
      from offerings s
        join activity_types t on t.id = s.activity_type_id
        join professional_profiles p on p.id = s.professional_id
        join profiles owner on owner.id = p.user_id
        cross join lateral (${nextSlot(sql`s.id`, now)}) slot
      where s.id = any(${list(sessionIds, "uuid")})
        and s.is_active and p.can_receive_charges and owner.account_status = 'active'
    ), gone as (
      delete from offers
      where session_id = any(${list(sessionIds, "uuid")})
        and session_id not in (select id from bookable)
    )
    insert into offers as o (session_id, professional_id, activity_type_id, city, postal_code,
      next_slot_id, next_slot_at, next_slot_spots, price_cents, rating, card)
    select * from bookable
    on conflict (session_id) do update set
      activity_type_id = excluded.activity_type_id, city = excluded.city,
      postal_code = excluded.postal_code, next_slot_id = excluded.next_slot_id,
      next_slot_at = excluded.next_slot_at, next_slot_spots = excluded.next_slot_spots,
      price_cents = excluded.price_cents, rating = excluded.rating, card = excluded.card
    where o is distinct from excluded`);
}

/** The marks of `offers o` and its type `t` among its facts. */
const marks = sql`(array['@' || o.city, '#' || search_key(t.name),
    case ${sql.join(
      PRICE_BANDS.map((band) => {
        const { below } = PRICE_BAND_BOUNDS[band];
        const mark = sql.raw(`'€${band}'`);
        return below === null
          ? sql`else ${mark} end`
          : sql`when o.price_cents < ${sql.raw(String(below))} then ${mark}`;
      }),
      sql` `,
    )}]
  || array(select '^' || left(o.postal_code, n) from generate_series(1, length(o.postal_code)) n))`;

/**
 * Writes the words and marks by which offers are found, and stores words that are new. Words are
 * inserted in order, so that two transactions that bring the same new ones wait instead of blocking
 * each other.
 */
export async function writeTerms(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with words as materialized (
      select o.session_id, o.city, o.next_slot_at, o.price_cents, o.rating, w.word, w.term, w.rank,
        ${marks} as marks
      from offers o
        join offerings s on s.id = o.session_id
        join activity_types t on t.id = s.activity_type_id
        join professional_profiles p on p.id = s.professional_id
        cross join lateral (
          select word, term, 0 as rank
          from search_words(concat_ws(' ', s.title, t.name, case when s.is_online then ${ONLINE_WORD} end))
          union all
          select word, term, 1 from search_words(concat_ws(' ', p.business_name, s.description))
        ) w
      where o.session_id = any(${list(sessionIds, "uuid")})
    ), terms as materialized (
      select session_id, term, min(rank) as rank, city, next_slot_at, price_cents, rating, marks
      from words group by session_id, term, city, next_slot_at, price_cents, rating, marks
    ), gone as (
      delete from offer_terms old
      where session_id = any(${list(sessionIds, "uuid")}) and not exists (
        select from terms where terms.session_id = old.session_id and terms.term = old.term)
    ), written as (
      insert into offer_terms as old (session_id, term, rank, city, next_slot_at)
      select session_id, term, rank, city, next_slot_at from terms
      on conflict (session_id, term) do update set
        rank = excluded.rank, city = excluded.city, next_slot_at = excluded.next_slot_at
      where (old.rank, old.city, old.next_slot_at)
        is distinct from (excluded.rank, excluded.city, excluded.next_slot_at)
    ), facts as (
      insert into offer_facts as old (session_id, next_slot_at, price_cents, rating, facts)
      select session_id, next_slot_at, price_cents, rating,
        array_agg(term order by term)
          || coalesce(array_agg('!' || term order by term) filter (where rank = 0), '{}') || marks
      from terms group by session_id, next_slot_at, price_cents, rating, marks
      on conflict (session_id) do update set next_slot_at = excluded.next_slot_at,
        price_cents = excluded.price_cents, rating = excluded.rating, facts = excluded.facts
      where old is distinct from excluded
    )
    insert into known_words (word, term)
    select distinct word, term from words
    where not exists (select from known_words k where k.word = words.word)
    order by word
    on conflict do nothing`);
}

/** Stores the places of these offers as people may type them. */
export async function writePlaces(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with places as (
      select distinct city, postal_code from offers
      where session_id = any(${list(sessionIds, "uuid")}) and city <> ''
    ), starts as (
      select postal_code as start, city from places where postal_code <> ''
      union
      select array_to_string(w.words[n:], ' '), city
      from places, string_to_array(city, ' ') w (words), generate_subscripts(w.words, 1) n
    )
    insert into known_places (start, city)
    select start, city from starts
    where not exists (select from known_places k where k.start = starts.start and k.city = starts.city)
    order by start, city
    on conflict do nothing`);
}

/**
 * Moves existing offers to the slot that search may show now, and removes those without one.
 * Cheaper than writing them, when only time has passed or a seat was taken or returned.
 */
export async function moveOffers(
  tx: Transaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with stale as (
      select o.session_id, slot.id, slot.start_datetime, slot.spots
      from offers o left join lateral (${nextSlot(sql`o.session_id`, now)}) slot on true
      where o.session_id = any(${list(sessionIds, "uuid")})
        and (o.next_slot_id, o.next_slot_spots) is distinct from (slot.id, slot.spots)
    ), gone as (
      delete from offers where session_id in (select session_id from stale where id is null)
    ), moved as (
      update offers o set next_slot_id = stale.id, next_slot_at = stale.start_datetime,
        next_slot_spots = stale.spots
      from stale where o.session_id = stale.session_id and stale.id is not null
      returning o.session_id, o.next_slot_at
    ), facts as (
      update offer_facts f set next_slot_at = moved.next_slot_at
      from moved where f.session_id = moved.session_id and f.next_slot_at <> moved.next_slot_at
    )
    update offer_terms t set next_slot_at = moved.next_slot_at
    from moved where t.session_id = moved.session_id and t.next_slot_at <> moved.next_slot_at`);
}

export async function hasOffer(tx: Executor, sessionId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select from offers where session_id = ${sessionId}) as has`);
  return rows[0]?.has ?? false;
}

/** Sessions whose offer shows a slot that is about to start, the oldest first. */
export async function passedOffers(tx: Executor, now: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.execute<{ session_id: string }>(sql`
    select session_id from offers where next_slot_at <= ${listedFrom(now)}
    order by next_slot_at limit ${limit}`);
  return rows.map((row) => row.session_id);
}

/** All of them, bookable or not, since those that no longer are must leave the search. */
export async function sessionsOfProfessional(
  tx: Executor,
  professionalId: string,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from offerings where kind = 'session' and professional_id = ${professionalId}`,
  );
  return rows.map((row) => row.id);
}
