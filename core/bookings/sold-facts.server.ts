import { type SQL, sql } from "drizzle-orm";
import type { Sold } from "../tables.server.ts";

const isoInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A value of the type Sold (rule: sold-as-seen). */
export const factsOf = (slotId: SQL) => sql`(
  select jsonb_build_object('title', o.title, 'isOnline', o.is_online, 'address', o.address,
    'city', o.city, 'postalCode', o.postal_code, 'start', ${isoInstant(sql`s.start_datetime`)},
    'end', ${isoInstant(sql`s.end_datetime`)}, 'practitioner', p.business_name)
  from slots s join offerings o on o.id = s.offering_id
    join professional_profiles p on p.id = o.professional_id
  where s.id = ${slotId})`;

/** A booked slot keeps its hours by itself; a pin counts at the address that was sold. */
export function asSold(sold: Sold, { status, pin, ...now }: Now) {
  const { title, isOnline, address, city, postalCode, practitioner: professionalName } = sold;
  const hours = { start: new Date(sold.start), end: new Date(sold.end) };
  const ownPin =
    address === now.address && postalCode === now.postalCode && city === now.city ? pin : null;
  const facts = { title, isOnline, address, city, postalCode, pin: ownPin, professionalName };
  return { ...facts, ...(status === "cancelled" && hours) };
}

interface Now extends Pick<Sold, "address" | "postalCode" | "city"> {
  status: string;
  pin: string | null;
}
