import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "#platform/postgres.server.ts";
import { MINUTE } from "../durations.ts";
import { MAIL_LIFE } from "../notifications/rules.ts";
import { hasOwnSeats } from "../occupancy/count-seats.server.ts";
import { selectWrongRatings } from "../reviews/mend-ratings.server.ts";
import { PLANS } from "../subscriptions/rules.ts";
import { ACT_INVARIANTS } from "./acts-chain/act-invariants.server.ts";
import {
  MONEY_INVARIANTS,
  PRICE_INVARIANTS,
  RESALE_INVARIANTS,
} from "./invariants/price-invariants.server.ts";
import {
  PLACE_INVARIANTS,
  SEARCH_INVARIANTS,
  TEXT_INVARIANTS,
  WAITING_INVARIANTS,
} from "./invariants/slot-invariants.server.ts";

const plans = sql.join(
  Object.values(PLANS).map(({ id, sessionsPerMonth }) => sql`(${id}, ${sessionsPerMonth}::int)`),
  sql`, `,
);

/** The provider may have an object that we do not know so long (I8). */
export const PATIENCE = 2 * MINUTE;

/** A refund, or a plan's pause, may wait so long for the provider to make it. */
const MAKING_PATIENCE = 60 * MINUTE;

/** Each queries the rows that violate it. « Live » bookings hold a seat: all but cancelled ones. */
const INVARIANTS: Record<string, (now: Date, bookings: Range) => SQL> = {
  "I1 une place n'est jamais vendue deux fois": () => sql`
    select s.id, 'capacité ' || s.capacity || ', libres ' || s.available_spots || ', prises ' || coalesce(sum(b.seats), 0)
      || ', hors site ' || s.outside_seats || ', gardées ' || s.reserved_seats as fault
    from slots s
    left join bookings b on b.slot_id = s.id and b.status <> 'cancelled' and ${hasOwnSeats(sql`b`)}
    group by s.id
    having s.available_spots < 0
      or s.available_spots + coalesce(sum(b.seats), 0) + s.outside_seats + s.reserved_seats > s.capacity`,
  "I2 un paiement encaissé a sa réservation, confirmée ou rendue comme prévu": () => sql`
    select p.id, 'paiement ' || p.status || ', réservation ' || coalesce(b.status || ' ' || coalesce(b.cancel_reason, ''), 'absente') as fault
    from payments p left join bookings b on b.id = p.reference
    where (
      b.id is null
      or p.kind <> (select o.kind || '_booking' from slots s join offerings o on o.id = s.offering_id
        where s.id = b.slot_id)
      or (p.status in ('paid', 'partially_refunded') and b.status = 'pending')
      or (p.status in ('paid', 'partially_refunded') and b.status = 'cancelled'
        and p.refunded_cents + p.charged_back_cents < p.amount_cents
        and b.cancel_reason <> 'resold'
        and (b.cancel_reason <> 'client' or b.cancelled_at <= b.refundable_until))
      or (p.status in ('creating', 'open') and b.status <> 'pending')
      or (p.status = 'expired' and b.status <> 'cancelled')
      or (p.status = 'refunding' and b.status <> 'cancelled'))`,
  "I2 une réservation a été payée une fois, et confirmée seulement si elle l'a été": () => sql`
    select b.id, count(p.id) || ' paiements' as fault
    from bookings b left join payments p
      on p.reference = b.id and (p.paid_at is not null or p.status in ('paid', 'partially_refunded', 'refunded', 'review'))
    group by b.id, b.status, b.price_paid_cents
    having count(p.id) > 1
      or (count(p.id) = 0 and b.status = 'confirmed' and b.price_paid_cents > 0)`,
  "I2 le site ne rembourse que ce que la règle doit": () => sql`
    select r.id, 'remboursement ' || r.reason || ', réservation ' || b.status || ' ' || coalesce(b.cancel_reason, '') as fault
    from refunds r join payments p on p.id = r.payment_id
    join bookings b on b.id = p.reference
    where r.reason <> 'outside' and case
      when r.reason = 'goodwill' then r.seats is distinct from 0
        or (p.destination_account is not null and r.commission_cents is distinct from r.amount_cents)
      when b.cancel_reason = 'resold' and r.reason in ('resold', 'professional') then not exists (
        select from bookings taker where taker.resale_of_id = b.id and taker.confirmed_at is not null
          and case r.reason when 'resold' then r.seats = b.seats and r.amount_cents <= taker.price_paid_cents
            else r.seats is null and taker.cancel_reason in ('professional', 'resold') end)
      when r.seats is null
      then b.cancel_reason is distinct from r.reason
        or (r.reason = 'client' and b.cancelled_at > b.refundable_until)
      when r.reason = 'moved' then r.seats <> 0 or b.moved_price_cents is null
      else r.reason <> 'client'
        or r.amount_cents > b.price_paid_cents / (b.seats + b.seats_cancelled) * r.seats
        or b.seats_cancelled < (select sum(one.seats) from refunds one
          where one.payment_id = p.id and one.redone_at is null) end`,
  "I2 une banque n'a à décider que d'un paiement ouvert, dont la place est retenue": () => sql`
    select p.id, 'en cours depuis ' || p.processing_at || ', paiement ' || p.status
      || ', réservation ' || coalesce(b.status, 'absente') as fault
    from payments p left join bookings b on b.id = p.reference
    where p.processing_at is not null
      and (p.status <> 'open' or b.status is distinct from 'pending')`,
  "I2 une banque n'a à décider que d'un abonnement qui n'est pas encore payé": () => sql`
    select id, 'en cours depuis ' || processing_at || ', ' || status as fault
    from subscription_checkouts where processing_at is not null and status <> 'open'`,
  ...MONEY_INVARIANTS,
  "I5 un e-mail de chaque sorte par réservation": () => sql`
    select reference as id, count(*) || ' de ' || kind as fault
    from mails group by kind, reference having count(*) > 1`,
  "I5 une réservation payée et confirmée, ou annulée ensuite, a été dite à qui il faut": (
    now,
    { after, upTo },
  ) => sql`
    select b.id, 'sans ' || due.kind as fault
    from bookings b
    join payments p on p.reference = b.id and p.checkout_session_id is not null
    join (values
      ('confirmed', null, 'booking-confirmed'), ('confirmed', null, 'booking-received'),
      ('cancelled', 'client', 'booking-cancelled-client'),
      ('cancelled', 'client', 'booking-cancelled-professional'),
      ('cancelled', 'professional', 'booking-cancelled-client'),
      ('cancelled', 'professional', 'booking-cancelled-professional'),
      ('cancelled', 'outside', 'booking-cancelled-client'),
      ('cancelled', 'outside', 'booking-cancelled-professional'),
      ('cancelled', 'disputed', 'booking-cancelled-client'),
      ('cancelled', 'disputed', 'booking-cancelled-professional'),
      ('cancelled', 'lost', 'booking-cancelled-client'),
      ('cancelled', 'lost', 'booking-cancelled-professional'),
      ('cancelled', 'resold', 'resale-sold'),
      ('cancelled', 'late', 'late-paid-refunded'),
      ('cancelled', 'duplicate', 'late-paid-refunded'),
      ('cancelled', 'own', 'late-paid-refunded')
    ) as due(status, reason, kind)
      on due.status = b.status and due.reason is not distinct from b.cancel_reason
    where b.id > ${after} and b.id <= ${upTo}
      and coalesce(b.cancelled_at, b.confirmed_at) > ${new Date(now.getTime() - MAIL_LIFE)}
      and (b.confirmed_at is not null or b.cancel_reason in ('late', 'duplicate', 'own')
        or (b.cancel_reason = 'lost' and p.paid_at is not null)) and not exists (
      select from mails m where m.kind = due.kind and m.reference = b.id::text)`,
  "I6 personne n'est connecté à un compte fermé": () => sql`
    select p.id, p.account_status || ' avec une connexion' as fault
    from profiles p
    where p.account_status <> 'active' and (
      exists (select from logins l where l.user_id = p.id)
      or exists (select from token_families f where f.user_id = p.id and f.revoked_at is null))`,
  "I6 un compte supprimé n'a plus de mot de passe": () => sql`
    select p.id, 'supprimé avec un mot de passe' as fault from profiles p
    where p.account_status = 'deleted' and (
      exists (select from credentials c where c.user_id = p.id)
      or exists (select from temporary_passwords t where t.user_id = p.id))`,
  "I6 un mot de passe provisoire n'ouvre pas l'API": () => sql`
    select t.user_id as id, 'mot de passe provisoire avec des jetons' as fault
    from temporary_passwords t
    where exists (select from token_families f where f.user_id = t.user_id and f.revoked_at is null)`,
  "I6 personne n'est connecté à un e-mail que nul n'a prouvé": () => sql`
    select u.id, 'e-mail non prouvé avec une connexion' as fault from users u
    where not u.email_verified and (
      exists (select from logins l where l.user_id = u.id)
      or exists (select from token_families f where f.user_id = u.id and f.revoked_at is null))`,
  // A plan may change within the month: the allowance of the last counted session counts as well.
  "I7 pas plus de sessions dans le mois que l'abonnement n'en permet": () => sql`
    select p.id, p.session_count || ' sessions, ' || coalesce(max(plan.sessions), 0) || ' permises' as fault
    from profiles p
    left join professional_subscriptions s
      on s.user_id = p.id and s.status in ('active', 'past_due')
    left join (values ${plans}) as plan(id, sessions) on plan.id in (s.plan_type, p.counted_under)
    group by p.id, p.session_count
    having p.session_count > coalesce(max(plan.sessions), 0)
      and not coalesce(bool_or(plan.id is not null and plan.sessions is null), false)`,
  "I8 un paiement sait en deux minutes quelle page l'encaisse": (now) => sql`
    select id, 'sans page depuis ' || created_at as fault from payments
    where status = 'creating' and created_at < ${new Date(now.getTime() - PATIENCE)}`,
  "I8 un abonnement sait en deux minutes quelle page l'encaisse": (now) => sql`
    select id, 'sans page depuis ' || created_at as fault from subscription_checkouts
    where status = 'creating' and created_at < ${new Date(now.getTime() - PATIENCE)}`,
  "I9 un profil répète l'abonnement en cours": () => sql`
    select p.id, 'dit ' || coalesce(p.subscription_plan, 'aucun') || ', a ' || coalesce(s.plan_type, 'aucun') as fault
    from profiles p left join professional_subscriptions s
      on s.user_id = p.id and s.status in ('active', 'past_due')
    where s.plan_type is distinct from p.subscription_plan`,
  // The job that pauses it tries again while the provider does not answer.
  "I9 un compte suspendu n'est plus prélevé": (now) => sql`
    select p.id, 'suspendu, abonnement ' || s.plan_type || ' prélevé' as fault
    from profiles p join professional_subscriptions s on s.user_id = p.id
    where p.account_status = 'suspended' and s.stripe_subscription_id is not null
      and s.status <> 'canceled' and s.billing_paused_at is null and not exists (
        select from account_decisions d where d.user_id = p.id and d.ended_at is null
          and d.carried_out_at > ${new Date(now.getTime() - MAKING_PATIENCE)})`,
  ...PRICE_INVARIANTS,
  ...SEARCH_INVARIANTS,
  ...WAITING_INVARIANTS,
  "I17 une note est celle des avis publiés": selectWrongRatings,
  ...TEXT_INVARIANTS,
  ...PLACE_INVARIANTS,
  ...RESALE_INVARIANTS,
  ...ACT_INVARIANTS,
};

/** Not an invariant: nothing went wrong here, but only the operator or a bank can move these on. */
const DEBTS = (now: Date) => sql`
  select p.id, coalesce('remboursement ' || r.fate, 'en examen : ' || p.review_reason)
    || coalesce(', contestation : ' || p.dispute_status, '') as fault
  from payments p left join lateral (
    select coalesce('refusé : ' || refused_code, 'échoué') as fate from refunds
    where payment_id = p.id and status = 'failed' and reason <> 'outside'
    order by created_at desc limit 1) r on true
  where p.status = 'review'
  union all
  select p.id, 'remboursement demandé depuis ' || r.created_at
  from refunds r join payments p on p.id = r.payment_id
  where r.status = 'asked' and r.created_at < ${new Date(now.getTime() - MAKING_PATIENCE)}
  union all
  select r.payment_id, 'reprise au praticien décidée depuis ' || r.created_at
  from reclaims r
  where r.status = 'asked' and r.created_at < ${new Date(now.getTime() - MAKING_PATIENCE)}`;

/** Refused, failed, or waiting for an hour. */
export async function judgeDebts(db: Database, now: Date): Promise<Verdict[]> {
  const { rows } = await db.execute<{ id: string; fault: string }>(DEBTS(now));
  return [{ invariant: "I2 ce qui est dû est rendu", faults: rows.map(toLine) }];
}

const toLine = ({ id, fault }: { id: string; fault: string }) => `${id} (${fault})`;

export interface Verdict {
  invariant: string;
  faults: string[];
}

/** However long that takes. @param batch how many bookings at a time are compared with mails. */
export function judgeInvariants(db: Database, now: Date, batch = BATCH): Promise<Verdict[]> {
  return db.transaction(
    async (tx) => {
      // As long as it takes, and without compiling a statement that is asked once.
      await tx.execute(sql`select set_config('statement_timeout', '0', true),
        set_config('lock_timeout', '0', true), set_config('jit', 'off', true)`);
      const verdicts = Object.keys(INVARIANTS).map(
        (invariant): Verdict => ({ invariant, faults: [] }),
      );
      for (const [index, part] of (await listRanges(tx, batch)).entries()) {
        // Only a query that takes a range of bookings is run for each range.
        const asked = Object.values(INVARIANTS).flatMap((query, place) =>
          index === 0 || query.length > 1
            ? [
                sql`select ${sql.raw(String(place))} as place, wrong.id::text, wrong.fault from (${query(now, part)}) wrong`,
              ]
            : [],
        );
        const { rows } = await tx.execute<{ place: number; id: string; fault: string }>(
          sql.join(asked, sql` union all `),
        );
        for (const { place, ...row } of rows) verdicts[place]?.faults.push(toLine(row));
      }
      return verdicts;
    },
    { accessMode: "read only" },
  );
}

/** By their ids, which are in the order of making. */
interface Range {
  after: string;
  upTo: string;
}
const EVERYTHING: Range = {
  after: "00000000-0000-0000-0000-000000000000",
  upTo: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};
const BATCH = 50_000;

async function listRanges(tx: Transaction, batch: number): Promise<Range[]> {
  const ranges: Range[] = [];
  for (let { after } = EVERYTHING; ; ) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from bookings where id > ${after} order by id offset ${batch - 1} limit 1`);
    const upTo = rows[0]?.id;
    if (!upTo) return [...ranges, { after, upTo: EVERYTHING.upTo }];
    ranges.push({ after, upTo });
    after = upTo;
  }
}

export async function checkInvariants(db: Database, now = new Date(), batch = BATCH) {
  const verdicts = await judgeInvariants(db, now, batch);
  return verdicts.flatMap(({ invariant, faults }) => faults.map((one) => `${invariant}: ${one}`));
}
