import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "../money.ts";

/** The price of `slot` in cents; must equal `priceAt` in rules.ts (rule: falling-price). */
export function priceNow(now: Date): SQL<Cents> {
  return sql<Cents>`coalesce(
    (select cut.cents from slot_prices cut where cut.slot_id = slot.id and cut.from_at <= ${now}
      order by cut.from_at desc limit 1),
    slot.price_cents, offering.discounted_price_cents, offering.price_cents)`;
}
