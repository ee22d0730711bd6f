import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "../money.ts";
import { type Priced, type PriceView, viewPrice } from "./rules.ts";

/** A `Priced` as JSON, with instants as text. */
export interface StoredPrice {
  fullCents: Cents;
  base: Cents;
  reference: Cents | null;
  pricedAt: string | null;
  bookableSince: string | null;
  cuts: { at: string; cents: Cents }[];
  past: { cents: Cents; fromAt: string; untilAt: string }[];
}

export const storedPrice: SQL<StoredPrice> = sql<StoredPrice>`json_build_object(
  'fullCents', offering.price_cents,
  'base', coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents),
  'reference', slot.reference_cents, 'pricedAt', slot.priced_at,
  'bookableSince', slot.bookable_since,
  'cuts', (select coalesce(json_agg(json_build_object('at', cut.from_at, 'cents', cut.cents)
      order by cut.from_at), '[]')
    from slot_prices cut where cut.slot_id = slot.id),
  'past', (select coalesce(json_agg(json_build_object('cents', past.cents,
      'fromAt', past.from_at, 'untilAt', past.until_at)), '[]')
    from past_slot_prices past
    where past.offering_id = slot.offering_id and past.starts_at = slot.start_datetime))`;

export function pricedOf({ pricedAt, bookableSince, cuts, past, ...stored }: StoredPrice): Priced {
  return {
    ...stored,
    pricedAt: pricedAt === null ? null : new Date(pricedAt),
    bookableSince: bookableSince === null ? null : new Date(bookableSince),
    cuts: cuts.map(({ at, cents }) => ({ at: new Date(at), cents })),
    past: past.map(({ cents, fromAt, untilAt }) => ({
      ...{ cents, fromAt: new Date(fromAt), untilAt: new Date(untilAt) },
    })),
  };
}

export function viewStoredPrice(stored: StoredPrice, now: Date): PriceView {
  return viewPrice(pricedOf(stored), now);
}

/** The price of `slot` in cents; must equal `priceAt` in rules.ts (rule: falling-price). */
export function priceNow(now: Date): SQL<Cents> {
  return sql<Cents>`coalesce(
    (select cut.cents from slot_prices cut where cut.slot_id = slot.id and cut.from_at <= ${now}
      order by cut.from_at desc limit 1),
    slot.price_cents, offering.discounted_price_cents, offering.price_cents)`;
}
