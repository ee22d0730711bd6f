import { type SQL, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Cents } from "../money.ts";
import { activities, activitySlots, sessionSlots, sessions } from "../tables.server.ts";
import { LISTING_LEAD } from "./rules.ts";
import type { Seat, SeatRefusal, SlotKind } from "./schema.ts";

/** A list as one parameter, so that its length does not change the statement. */
function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}

// ─── Offers: the read model of search ──────────────────────────────────────────────────────────

/** Whoever refreshes the same offers waits here, until the other's transaction has ended. */
export async function lockOffers(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (select unnest(${uuids(sessionIds)}) as id order by 1) ids`);
}

/** The first slot of a session that search may show at `now`. */
const nextSlot = (sessionId: SQL, now: Date) => sql`
  select id, start_datetime from session_slots
  where session_id = ${sessionId} and bookable and start_datetime > ${listedFrom(now)}
  order by start_datetime limit 1`;

const listedFrom = (now: Date) => new Date(now.getTime() + LISTING_LEAD);

/** Writes, corrects or removes the rows of `offers` so that they hold what R18 says now. */
export async function writeOffers(
  tx: Transaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with bookable as (
      select s.id, s.professional_id, s.activity_type_id,
        search_key(coalesce(s.city, '')) as city, coalesce(s.postal_code, '') as postal_code,
        slot.id as next_slot_id, slot.start_datetime as next_slot_at,
        coalesce(s.discounted_price_cents, s.price_cents) as price_cents, p.rating
      from sessions s
        join professional_profiles p on p.id = s.professional_id
        join profiles owner on owner.id = p.user_id
        cross join lateral (${nextSlot(sql`s.id`, now)}) slot
      where s.id = any(${uuids(sessionIds)})
        and s.is_active and p.can_receive_charges and owner.account_status = 'active'
    ), gone as (
      delete from offers
      where session_id = any(${uuids(sessionIds)}) and session_id not in (select id from bookable)
    )
    insert into offers as o (session_id, professional_id, activity_type_id, city, postal_code,
      next_slot_id, next_slot_at, price_cents, rating)
    select * from bookable
    on conflict (session_id) do update set
      activity_type_id = excluded.activity_type_id, city = excluded.city,
      postal_code = excluded.postal_code, next_slot_id = excluded.next_slot_id,
      next_slot_at = excluded.next_slot_at, price_cents = excluded.price_cents,
      rating = excluded.rating
    where (o.activity_type_id, o.city, o.postal_code, o.next_slot_id, o.next_slot_at, o.price_cents, o.rating)
      is distinct from (excluded.activity_type_id, excluded.city, excluded.postal_code,
        excluded.next_slot_id, excluded.next_slot_at, excluded.price_cents, excluded.rating)`);
}

/**
 * Writes the words by which offers are found, and remembers words and places that are new. Words
 * are inserted in order, so that two transactions that bring the same new ones wait instead of
 * blocking each other.
 */
export async function writeTerms(tx: Transaction, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with words as (
      select o.session_id, o.city, o.next_slot_at, w.word, w.term, w.rank
      from offers o
        join sessions s on s.id = o.session_id
        join activity_types t on t.id = s.activity_type_id
        join professional_profiles p on p.id = s.professional_id
        cross join lateral (
          select word, term, 0 as rank from search_words(concat_ws(' ', s.title, t.name, p.business_name))
          union all select word, term, 1 from search_words(s.description)
        ) w
      where o.session_id = any(${uuids(sessionIds)})
    ), terms as (
      select session_id, term, min(rank) as rank, city, next_slot_at
      from words group by session_id, term, city, next_slot_at
    ), gone as (
      delete from offer_terms old
      where session_id = any(${uuids(sessionIds)}) and not exists (
        select from terms where terms.session_id = old.session_id and terms.term = old.term)
    ), written as (
      insert into offer_terms as old (session_id, term, rank, city, next_slot_at)
      select session_id, term, rank, city, next_slot_at from terms
      on conflict (session_id, term) do update set
        rank = excluded.rank, city = excluded.city, next_slot_at = excluded.next_slot_at
      where (old.rank, old.city, old.next_slot_at)
        is distinct from (excluded.rank, excluded.city, excluded.next_slot_at)
    )
    insert into known_words (word, term)
    select distinct word, term from words
    where not exists (select from known_words k where k.word = words.word)
    order by word
    on conflict do nothing`);
  await tx.execute(sql`
    with places as (
      select distinct city, postal_code from offers
      where session_id = any(${uuids(sessionIds)}) and city <> ''
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
 * Whether the offer shows another slot than it should, or is missing or too many: what a seat that
 * was taken or given back may have changed.
 */
export async function isOfferStale(tx: Executor, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ stale: boolean }>(sql`
    select (select next_slot_id from offers where session_id = ${sessionId})
      is distinct from (select id from (${nextSlot(sql`${sessionId}`, now)}) slot) as stale`);
  return rows[0]?.stale ?? true;
}

// ─── Seats ─────────────────────────────────────────────────────────────────────────────────────

/** Where the two kinds of slots and what is sold with them are stored. */
const TABLES = {
  session: {
    slots: sessionSlots,
    offerings: sessions,
    offeringId: sql.identifier("session_id"),
    price: sql`coalesce(offering.discounted_price_cents, offering.price_cents)`,
  },
  activity: {
    slots: activitySlots,
    offerings: activities,
    offeringId: sql.identifier("activity_id"),
    price: sql`offering.price_cents`,
  },
} as const;

/** One seat less and what goes with it, or null when R18 says no. */
export async function takeFreeSeat(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<Seat | null> {
  const { slots, offerings, offeringId, price } = TABLES[asked.kind];
  const { rows } = await tx.execute<SeatRow>(sql`
    update ${slots} slot set available_spots = available_spots - 1
    from ${offerings} offering
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId} and offering.id = slot.${offeringId}
      and slot.is_active and slot.available_spots > 0 and slot.start_datetime > ${asked.now}
      and offering.is_active and p.can_receive_charges and owner.account_status = 'active'
      and p.user_id is distinct from ${asked.buyerUserId}
    returning slot.start_datetime as start, slot.end_datetime as "end", slot.available_spots,
      offering.id as offering_id, offering.title, ${price} as price_cents,
      p.id as professional_id, p.user_id, p.business_name, p.stripe_connect_account_id`);
  const row = rows[0];
  return row
    ? {
        slotId: asked.slotId,
        start: new Date(row.start),
        end: new Date(row.end),
        availableSpots: row.available_spots,
        offeringId: row.offering_id,
        title: row.title,
        priceCents: row.price_cents as Cents,
        professionalId: row.professional_id,
        professionalUserId: row.user_id,
        businessName: row.business_name,
        stripeAccountId: row.stripe_connect_account_id,
      }
    : null;
}

type SeatRow = {
  start: string;
  end: string;
  available_spots: number;
  offering_id: string;
  title: string;
  price_cents: number;
  professional_id: string;
  user_id: string;
  business_name: string;
  stripe_connect_account_id: string;
};

/** Why no seat was to be had, the reason first that waiting would not change. */
export async function seatRefusal(
  tx: Executor,
  asked: { kind: SlotKind; slotId: string; buyerUserId: string | null; now: Date },
): Promise<SeatRefusal> {
  const { slots, offerings, offeringId } = TABLES[asked.kind];
  const { rows } = await tx.execute<{ refusal: SeatRefusal }>(sql`
    select case
      when not (slot.is_active and offering.is_active) then 'inactive'
      when not (p.can_receive_charges and owner.account_status = 'active') then 'professional_unavailable'
      when slot.start_datetime <= ${asked.now} then 'past'
      when p.user_id = ${asked.buyerUserId} then 'own'
      else 'sold_out'
    end as refusal
    from ${slots} slot
      join ${offerings} offering on offering.id = slot.${offeringId}
      join professional_profiles p on p.id = offering.professional_id
      join profiles owner on owner.id = p.user_id
    where slot.id = ${asked.slotId}`);
  return rows[0]?.refusal ?? "unknown";
}

/** One seat more. The CHECK on the slot refuses more seats than the slot has. */
export async function giveSeatBack(
  tx: Executor,
  kind: SlotKind,
  slotId: string,
): Promise<{ offeringId: string; availableSpots: number } | null> {
  const { slots, offeringId } = TABLES[kind];
  const { rows } = await tx.execute<{ offering_id: string; available_spots: number }>(sql`
    update ${slots} slot set available_spots = available_spots + 1 where id = ${slotId}
    returning slot.${offeringId} as offering_id, available_spots`);
  const row = rows[0];
  return row ? { offeringId: row.offering_id, availableSpots: row.available_spots } : null;
}
