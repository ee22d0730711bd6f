import { inArray, type SQL, sql } from "drizzle-orm";
import { list, type Transaction } from "#platform/postgres.server.ts";
import { slotPrices } from "../tables.server.ts";
import { pricedOf, type StoredPrice, storedPrice } from "./read-price.server.ts";
import { cutsOf, isSameTerms, type PriceTerms, referenceAfter, termsOf } from "./rules.ts";

export async function writeCuts(
  tx: Transaction,
  of: readonly { id: string; start: Date }[],
  offering: PriceTerms,
): Promise<void> {
  if (of.length === 0) return;
  const ids = of.map(({ id }) => id);
  await tx.delete(slotPrices).where(inArray(slotPrices.slotId, ids));
  const rows = cutRows(of, offering);
  if (rows.length > 0) await tx.insert(slotPrices).values(rows);
}

export function cutRows(
  of: readonly { id: string; start: Date }[],
  offering: PriceTerms,
): (typeof slotPrices.$inferInsert)[] {
  const { base, steps, floor } = termsOf(offering);
  return of.flatMap(({ id: slotId, start }) =>
    cutsOf(steps, { base, floor, start }).map(({ at: fromAt, cents }) => ({
      ...{ slotId, fromAt, cents },
    })),
  );
}

/** Keeps former prices until `now` (rule: true-strike); call before the offering's row changes. */
export async function recordPrices(
  tx: Transaction,
  slotIds: readonly string[],
  now: Date,
): Promise<void> {
  if (slotIds.length === 0) return;
  await tx.execute(sql`
    insert into past_slot_prices (offering_id, starts_at, cents, from_at, until_at)
    select offering_id, start_datetime, cents, from_at, until_at from (
      select slot.offering_id, slot.start_datetime, asked.cents, asked.from_at,
        least(lead(asked.from_at, 1, 'infinity') over (partition by slot.id order by asked.place),
          ${now}) as until_at
      from slots slot
        join offerings offering on offering.id = slot.offering_id
        cross join lateral (select coalesce(slot.priced_at, slot.created_at) as at) begun
        cross join lateral (
          select 0 as place, begun.at as from_at,
            coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents) as cents
          union all
          select rank() over (order by cut.from_at), greatest(cut.from_at, begun.at), cut.cents
          from slot_prices cut where cut.slot_id = slot.id
        ) asked
      where slot.id = any(${list(slotIds, "uuid")})
    ) asked where from_at < until_at
    on conflict do nothing`);
}

/** Reprices locked slots, except any ever held (rule: falling-price), before their offering. */
export async function repriceSlots(
  tx: Transaction,
  offeringId: string,
  { before, after, now }: { before: PriceTerms; after: PriceTerms; now: Date },
): Promise<void> {
  if (isSameTerms(before, after)) return;
  const { rows } = await tx.execute<{ id: string; start: string; price: StoredPrice }>(sql`
    select slot.id, slot.start_datetime as start, ${storedPrice} as price
    from slots slot join offerings offering on offering.id = slot.offering_id
    where slot.offering_id = ${offeringId} and slot.start_datetime > ${now}
      and slot.prices_frozen_at is null
      and not exists (select from bookings b where b.slot_id = slot.id)`);
  const { base } = termsOf(after);
  const changed = rows
    .map(({ id, price }) => ({ id, price: pricedOf(price) }))
    .filter(({ price: { cuts, base: old } }) => old !== base || (cuts[0] && cuts[0].at <= now));
  await recordPrices(
    tx,
    changed.map(({ id }) => id),
    now,
  );
  const references = changed.map(({ id, price }) => ({
    ...{ id, cents: referenceAfter(price, base, now) },
  }));
  await tx.execute(sql`
    update slots set priced_at = ${now}, reference_cents = given.cents
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as given (id uuid, cents int)
    where slots.id = given.id`);
  const open = rows.map(({ id, start }) => ({ id, start: new Date(start) }));
  await writeCuts(tx, open, after);
}

/** Restarts prices after a break (rule: true-strike); `which` is a condition on `slots slot`. */
export async function recordBookable(tx: Transaction, which: SQL, now: Date): Promise<void> {
  await tx.execute(sql`
    with again as materialized (
      select slot.id from slots slot where ${which} and slot.start_datetime > ${now}
      order by slot.id for no key update
    )
    update slots set bookable_since = ${now} from again where slots.id = again.id`);
}

export function noteProfessionalBookable(
  tx: Transaction,
  professional: { id: string } | { userId: string },
  now: Date,
): Promise<void> {
  const isOwn =
    "id" in professional
      ? sql`own.id = ${professional.id}`
      : sql`own.user_id = ${professional.userId}`;
  const offered = sql`select o.id from offerings o
    join professional_profiles own on own.id = o.professional_id where ${isOwn}`;
  return recordBookable(tx, sql`slot.offering_id in (${offered})`, now);
}
