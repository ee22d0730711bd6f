import { type SQL, sql } from "drizzle-orm";
import { isOnSale } from "../../occupancy/why-not-bookable.server.ts";
import { type StoredPrice, storedPrice, viewStoredPrice } from "../../prices/read-price.server.ts";
import { type PriceView, viewUndated } from "../../prices/rules.ts";

export const storedNextPrice = (offeringId: SQL, now: Date): SQL<StoredPrice | null> =>
  sql<StoredPrice | null>`(
    select ${storedPrice} from ${slotsOnSale(offeringId, now)}
    order by slot.start_datetime limit 1)`;

export const nextStart = (offeringId: SQL, now: Date): SQL<string | null> =>
  sql<string | null>`(select min(slot.start_datetime) from ${slotsOnSale(offeringId, now)})`;

const slotsOnSale = (offeringId: SQL, now: Date) => sql`slots slot
    join offerings offering on offering.id = slot.offering_id
    join professional_profiles p on p.id = offering.professional_id
  where slot.offering_id = ${offeringId} and (slot.bookable or slot.resale_seats > 0)
    and slot.start_datetime > ${now} and ${isOnSale(now)}`;

export function viewNextPrice(
  offering: { nextPrice: StoredPrice | null } & Parameters<typeof viewUndated>[0],
  now: Date,
): PriceView {
  return offering.nextPrice ? viewStoredPrice(offering.nextPrice, now) : viewUndated(offering);
}
