import { sql } from "drizzle-orm";
import { list, type Reader } from "#platform/postgres.server.ts";
import type { SessionCardView } from "../../catalogue/schema.ts";
import { type StoredPrice, storedPrice, viewStoredPrice } from "../../prices/read-price.server.ts";
import type { OfferCard } from "../../tables.server.ts";
import type { SessionKey } from "./schema.ts";

export async function readCards(
  db: Reader,
  keys: readonly SessionKey[],
  now: Date,
): Promise<{ key: SessionKey; card: SessionCardView & { nextSlot: object } }[]> {
  if (keys.length === 0) return [];
  const nos = keys.map(({ no }) => no);
  const starts = keys.map(({ startsAt }) => startsAt);
  const { rows } = await db.execute<{
    place: number;
    card: OfferCard;
    door: string;
    id: string;
    start: string;
    seats: number;
    price: StoredPrice;
  }>(sql`
    select key.place::int, l.card, l.door, slot.id, slot.start_datetime as start, listed.seats,
      ${storedPrice} as price
    from unnest(${list(nos, "bigint")}, ${list(starts, "timestamptz")})
        with ordinality as key (no, starts_at, place)
      join listings l on l.no = key.no
      join listed_slots listed on listed.listing_no = key.no and listed.starts_at = key.starts_at
        and listed.valid_from <= ${now} and listed.valid_until > ${now}
      join slots slot on slot.id = listed.slot_id
      join offerings offering on offering.id = slot.offering_id
    order by key.place`);
  return rows.flatMap(({ place, card, door, id, start, seats, price }) => {
    const key = keys[place - 1];
    if (!key) return [];
    const nextSlot = { id, start: new Date(start), availableSpots: seats };
    const isNear = key.cell !== null && door !== "";
    const shown = { ...card, ...(isNear && { point: door }), nextSlot };
    return [{ key, card: { ...shown, price: viewStoredPrice(price, now) } }];
  });
}

export async function readCities(
  db: Reader,
  keys: readonly SessionKey[],
): Promise<{ city: string; cell: number | null }[]> {
  if (keys.length === 0) return [];
  const nos = keys.map(({ no }) => no);
  const { rows } = await db.execute<{ city: string; cell: number | null }>(sql`
    select l.card->>'city' as city, l.cell
    from unnest(${list(nos, "bigint")}) with ordinality as key (no, place)
      join listings l on l.no = key.no
    where l.card->>'city' <> '' and not (l.card->>'isOnline')::boolean
    order by key.place`);
  return rows.filter(({ city }, at) => rows.findIndex((row) => row.city === city) === at);
}

export async function readOfferings(
  db: Reader,
  keys: readonly SessionKey[],
): Promise<{ id: string; professionalId: string; cell: number | null; point: string | null }[]> {
  const nos = keys.map(({ no }) => no);
  const { rows } = await db.execute<{
    id: string;
    professionalId: string;
    cell: number | null;
    point: string | null;
  }>(sql`
    select l.offering_id as id, l.professional_id as "professionalId", l.cell,
      nullif(l.door, '') as point
    from unnest(${list(nos, "bigint")}) with ordinality as key (no, place)
      join listings l on l.no = key.no
    order by key.place`);
  return rows;
}
