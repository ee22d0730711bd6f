import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "../money.ts";

/**
 * The client's price of `slot`, a row of `slots`, and its `offering` at an instant, in cents: what
 * `priceAt` in rules.ts says (rule: falling-price).
 */
export function priceNow(now: Date): SQL<Cents> {
  return sql<Cents>`coalesce(
    (select cut.cents from slot_prices cut where cut.slot_id = slot.id and cut.from_at <= ${now}
      order by cut.from_at desc limit 1),
    slot.price_cents, offering.discounted_price_cents, offering.price_cents)`;
}
