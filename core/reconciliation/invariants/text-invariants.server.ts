import { type SQL, sql } from "drizzle-orm";

/** Instants of one cancellation may differ a little, hence the minute (rule: sms-limits). */
export const TEXT_INVARIANTS: Record<string, () => SQL> = {
  "I12 aucun SMS pour une réservation morte": () => sql`
    select m.id, case when b.status = 'pending' or b.confirmed_at is null then 'jamais confirmée'
        when b.cancelled_at < m.sent_at - interval '1 minute' then 'annulée avant'
        when b.price_paid_cents = 0 then 'gratuite'
        else 'après le début' end as fault
    from sms m join bookings b on b.id = m.reference join slots s on s.id = b.slot_id
    where m.status = 'sent' and (b.confirmed_at is null or b.status = 'pending'
      or b.cancelled_at < m.sent_at - interval '1 minute' or b.price_paid_cents = 0
      or (b.status = 'confirmed' and s.start_datetime <= m.sent_at))`,
  "I12 aucun SMS la nuit": () => sql`
    select id, 'parti ' || (sent_at at time zone 'Europe/Paris') || ', la nuit' as fault
    from sms where status = 'sent'
      and extract(hour from sent_at at time zone 'Europe/Paris') not between 8 and 20`,
};
