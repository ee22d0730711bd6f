import { sql } from "drizzle-orm";
import { MARKED_MINUTES, PRICE_BAND_BOUNDS, PRICE_BANDS } from "./rules.ts";

const number = (value: number) => sql.raw(String(value));

const bands = sql.join(
  PRICE_BANDS.map((band) => {
    const { from, below } = PRICE_BAND_BOUNDS[band];
    return sql`(${sql.raw(`'${band}'`)}, ${number(from)}, ${below === null ? sql`null` : number(below)})`;
  }),
  sql`, `,
);
const lengths = sql.join(
  MARKED_MINUTES.map((minutes) => sql`(${number(minutes)})`),
  sql`, `,
);

export const slotMarks = sql`
  select distinct '~' || mark.value
  from slots slot cross join lateral (
    select 'group' as value where slot.capacity > 1
    union all
    select length.minutes::text from (values ${lengths}) length (minutes)
    where slot.end_datetime - slot.start_datetime <= length.minutes * interval '1 minute'
    union all
    select band.name
    from (select coalesce(slot.price_cents, offering.discounted_price_cents, offering.price_cents) as cents
        union all select cents from slot_prices where slot_id = slot.id) price
      join (values ${bands}) band (name, low, below)
        on price.cents >= band.low and (band.below is null or price.cents < band.below)
  ) mark
  where slot.offering_id = offering.id and slot.is_active and slot.start_datetime > now.instant`;
