import type pg from "pg";
import { CLOSED_CHECKOUT } from "#core/payments/rules.ts";
import { RETENTION } from "#core/privacy/rules.ts";

/*
 * Bookings as a site has them that has sold for a while: each is held, paid, come to or given back,
 * with its payment, mails, events and reviews, written one after the other in the steps in which the
 * product writes them. Rows that are changed leave their old version behind, so that a table filled
 * at once would look smaller than it becomes. Events whose time is over are left out: a job deletes
 * them every night, and others take their room.
 */

/** Made between two looks of autovacuum. */
const BATCH = 2_000;

/** Letters and digits that follow from some numbers, as ids of the provider and secrets look. */
const TOKEN = `
  create schema filling;
  create function filling.token(n bigint, k int, length int) returns text language sql immutable return
    substr(translate(encode(sha512((n || '-' || k)::bytea), 'base64'), E'\\n+/=', 'xyzw'), 1, length);
  -- As newId makes them: in the order of time.
  create function filling.id(at timestamptz, n bigint, k int) returns uuid language sql immutable return
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(k), 3, '0')
      || '8' || substr(md5(n || '/' || k), 1, 15))::uuid`;

/**
 * The facts of some bookings, two in each hour: a third by guests, every twentieth given back in
 * time, every fifth reviewed, one in fifteen with an account made by it.
 */
const facts = (from: number, to: number, { bookings, since, until }: FillingOfBookings) => `
  create unlogged table filling.facts as
    select n, at, filling.id(at, n, 1) as id, filling.id(at, n, 2) as payment,
      filling.id(slot_at, n / 2, 3) as slot, n % 2 = 0 as is_first, n % 3 = 0 as is_guest,
      n % 20 = 1 as is_given_back, n % 5 = 2 and n % 20 <> 1 as is_reviewed, n % 15 = 0 as is_new,
      at > '${new Date(until.getTime() - RETENTION.processed_events).toISOString()}' as has_event,
      at + interval '3 days' as starts, client.id as client, client.email, o.id as offering, o.title,
      p.id as professional, p.business_name, p.stripe_connect_account_id as account, owner.email as owner
    from generate_series(${from}::bigint, ${to - 1}) n
      cross join lateral (select ${time("n", bookings, since, until)} as at,
        ${time("n - n % 2", bookings, since, until)} as slot_at) made
      join filling.client on client.no = n * 7919 % (select count(*) from filling.client)
      join filling.offering seen on seen.no = n / 2 * 104729 % (select count(*) from filling.offering)
      join offerings o on o.id = seen.id
      join professional_profiles p on p.id = o.professional_id
      join profiles owner on owner.id = p.user_id;
  alter table filling.facts add primary key (n)`;

const time = (n: string, bookings: number, since: Date, until: Date) =>
  `'${since.toISOString()}'::timestamptz + (${n}) * interval '${(until.getTime() - since.getTime()) / bookings} milliseconds'`;

const literal = (value: string | null) => (value === null ? "null" : `'${value}'`);

/** The writes of one booking, a transaction each. */
const STEPS = [
  `insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
    select slot, offering, starts, starts + interval '1 hour', 8, 6 from f where is_first`,
  `insert into bookings (id, client_id, buyer_email, professional_id, price_paid_cents, commission_cents, commission_rate,
      refundable_until, hold_address, guest_proof_hash, created_at, slot_id, amount_shown, presence_code, sold)
    select id, case when not is_guest then client end, email, professional, 4500, 450, 1000, at + interval '2 days',
      '2001:db8::' || to_hex(n), case when is_guest then filling.token(n, 1, 43) end, at, slot, 4500,
      lpad((n % 10000)::text, 4, '0'), jsonb_build_object('title', title, 'isOnline', false,
        'address', '12 rue de la République', 'city', 'Lyon', 'postalCode', '69002', 'practitioner', business_name,
        'start', to_char(starts, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'end', to_char(starts, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from f`,
  `insert into payments (id, kind, reference, amount_cents, application_fee_cents, destination_account, description,
      payer_email, success_url, expires_at, created_at, request_id, recovery)
    select payment, 'session_booking', id, 4500, 450, coalesce(account, 'acct_1Q' || filling.token(n, 2, 16)),
      title || ' - ' || business_name, email,
      'https://www.parenthese.example.fr/payment-success?session_id={CHECKOUT_SESSION_ID}',
      at + interval '31 minutes', at, filling.id(at, n, 4), jsonb_build_object('kind', 'session_booking', 'site', slot,
        'seats', '1', 'slot_id', slot, 'reference', id, 'commission_rate', '1000', 'client_id', client) from f`,
  `update payments p set status = 'open', checkout_session_id = 'cs_live_a1' || filling.token(n, 4, 56),
      checkout_url = 'https://checkout.stripe.com/c/pay/cs_live_a1' || filling.token(n, 4, 56) || '#fid'
        || filling.token(n, 5, 86) || filling.token(n, 6, 86) || filling.token(n, 7, 86)
    from f where p.id = payment`,
  // One transaction, as news of the provider is applied: the payment, its booking, both mails.
  `update payments p set status = 'paid', paid_at = at, payment_intent_id = 'pi_3Q' || filling.token(n, 8, 22),
      charge_id = 'ch_3Q' || filling.token(n, 8, 22), checkout_url = ${literal(CLOSED_CHECKOUT.checkoutUrl)},
      success_url = ${literal(CLOSED_CHECKOUT.successUrl)}, recovery = ${literal(CLOSED_CHECKOUT.recovery)}
    from f where p.id = payment;
  update bookings b set status = 'confirmed', payment_status = 'paid', confirmed_at = at, client_id = client,
      hold_address = null, account_created = is_new from f where b.id = f.id;
  insert into stripe_events (id, type, object_id, livemode, api_version, created_at, processed_at)
    select 'evt_1Q' || filling.token(n, 9, 22), 'checkout.session.completed', 'cs_live_a1' || filling.token(n, 4, 56),
      true, '2026-10-28.endive', at, at from f where has_event;
  insert into mails (id, kind, reference, to_address, data, created_at)
    select filling.id(at, n, 5 + k), kind, id, case k when 1 then owner else email end,
      jsonb_build_object('bookingId', id), at
    from f, (values (0, 'booking-confirmed'), (1, 'booking-received'), (2, 'guest-credentials')) mail (k, kind)
    where k < 2 or is_new`,
  `update mails m set status = 'sent', sent_at = m.created_at from f where m.reference = f.id::text`,
  `insert into mails (id, kind, reference, to_address, data, created_at)
    select filling.id(at, n, 10 + k), 'booking-reminder', id || '-' || hours || '-' || starts, email,
      jsonb_build_object('bookingId', id, 'start', starts), at
    from f, (values (0, 24), (1, 2)) mail (k, hours) where not is_given_back;
  insert into mails (id, kind, reference, to_address, data, created_at)
    select filling.id(at, n, 12 + ask), 'review-asked', id || '-' || ask, email, jsonb_build_object('bookingId', id), at
    from f, (values (1), (2)) asks (ask) where not is_given_back and not (is_reviewed and ask = 2)`,
  `update mails m set status = 'sent', sent_at = m.created_at from f where m.created_at = at and m.status = 'queued'`,
  `update bookings b set presence = 'present', presence_by = 'code', presence_at = starts
    from f where b.id = f.id and not is_given_back and n % 2 = 0`,
  `insert into reviews (id, booking_id, author_id, professional_id, offering_id, text, tags, status, published_at)
    select filling.id(at, n, 15), id, client, professional, offering,
      'Une séance très agréable, dans le calme, avec une praticienne attentive. Je reviendrai.', '{}', 'published', at
    from f where is_reviewed`,
  `update bookings b set status = 'cancelled', payment_status = 'refunded', cancel_reason = 'client', cancelled_at = at
    from f where b.id = f.id and is_given_back;
  insert into refunds (id, payment_id, amount_cents, reason, status, stripe_refund_id, created_at, settled_at)
    select filling.id(at, n, 16), payment, 4500, 'client', 'succeeded', 're_3Q' || filling.token(n, 10, 22), at, at
    from f where is_given_back;
  insert into payment_movements (id, payment_id, kind, amount_cents, stripe_refund_id, created_at)
    select id_of || filling.token(n, 11, 22), payment, kind, 4500, 're_3Q' || filling.token(n, 10, 22), at
    from f, (values ('trr_1Q', 'reversal'), ('fr_1Q', 'fee_refund')) movement (id_of, kind) where is_given_back;
  update payments p set status = 'refunded', refunded_cents = 4500, returns_read_at = at
    from f where p.id = payment and is_given_back;
  insert into mails (id, kind, reference, to_address, data, status, created_at, sent_at)
    select filling.id(at, n, 17 + k), kind, id, case k when 1 then owner else email end,
      jsonb_build_object('bookingId', id), 'sent', at, at
    from f, (values (0, 'booking-cancelled-client'), (1, 'booking-cancelled-professional')) mail (k, kind)
    where is_given_back`,
];

export interface FillingOfBookings {
  bookings: number;
  /** They are made evenly between the two. */
  since: Date;
  until: Date;
}

/** Fills a database that has offerings and clients, and no bookings. */
export async function fillBookings(pool: pg.Pool, filling: FillingOfBookings): Promise<void> {
  const { bookings } = filling;
  const client = await pool.connect();
  // Nothing of it has to survive a power cut.
  await client.query("set synchronous_commit = off");
  await client.query(`${TOKEN};
    create table filling.client as select row_number() over (order by id) - 1 as no, id, email
      from profiles where not is_pro;
    create table filling.offering as select row_number() over (order by id) - 1 as no, id from offerings;
    alter table filling.client add primary key (no);
    alter table filling.offering add primary key (no);
    analyze filling.client, filling.offering`);
  const one = (step: string) =>
    step.replaceAll(/\b(from|join) f\b/g, "$1 (select * from filling.facts where n = i) f");
  for (let from = 0; from < bookings; from += BATCH) {
    const to = Math.min(from + BATCH, bookings);
    await client.query(facts(from, to, filling));
    await client.query(`do $$ declare i bigint; begin
      for i in ${from}..${to - 1} loop ${STEPS.map((step) => `${one(step)}; commit;`).join("\n")} end loop;
      end $$`);
    await client.query("drop table filling.facts");
    await client.query("vacuum bookings, payments, mails");
  }
  await client.query("drop schema filling cascade");
  client.release(true);
}
