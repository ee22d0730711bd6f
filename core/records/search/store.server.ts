import { type SQL, sql } from "drizzle-orm";
import { type Executor, list, rowsOf } from "#platform/postgres.server.ts";
import { digestOf } from "../../digest.server.ts";
import type {
  FoundAccount,
  FoundBooking,
  FoundMail,
  FoundPayment,
  FoundProfessional,
} from "../schema.ts";
import { type CaseLetter, MAX_FOUND, type SoughtNumber } from "./rules.ts";

/* By an index each; a test holds the plans. */

const CASE_TABLES: Record<CaseLetter, readonly string[]> = {
  ...{ S: ["reviews"], E: ["letters"], P: ["offerings", "professional_profiles"] },
  ...{ V: ["professional_profiles"], K: ["activity_types"], R: ["payments"], L: ["payments"] },
  ...{ G: ["goodwill_proposals"], D: ["profiles"], M: ["messages"], N: ["mails"] },
  ...{ F: ["professional_profiles"], C: ["profiles"], B: ["bookings"] },
};

export async function findCases(db: Executor, { letter, from, to, end }: SoughtNumber) {
  const found: string[] = [];
  for (const table of CASE_TABLES[letter]) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from ${sql.identifier(table)} where id between ${from}::uuid and ${to}::uuid
        and right(id::text, 2) = ${end} order by id limit ${MAX_FOUND}`);
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

const startOf = (text: string) => `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** `search_key` has left nothing that `like` would read. */
const hasWord = (key: SQL, words: string) =>
  sql`search_key(${words}) <> '' and ${key} like '% ' || search_key(${words}) || '%'`;

const named = sql`(' ' || search_key(p.first_name || ' ' || p.last_name))`;

export const ACCOUNT_BY = {
  id: (id: string) => sql`p.id = ${id}`,
  ids: (ids: readonly string[]) => sql`p.id = any(${list(ids, "uuid")})`,
  email: (email: string) => sql`p.email like ${startOf(email)}`,
  name: (words: string) => hasWord(named, words),
};

export async function findAccounts(db: Executor, by: SQL): Promise<FoundAccount[]> {
  const { rows } = await db.execute<FoundAccount & Record<string, unknown>>(sql`
    select p.id, p.email, trim(p.first_name || ' ' || p.last_name) as name, p.account_status as status
    from profiles p where ${by} order by p.email limit ${MAX_FOUND}`);
  return rows;
}

const business = sql`(' ' || search_key(p.business_name))`;

export const PROFESSIONAL_BY = {
  id: (id: string) => sql`p.id = ${id}`,
  name: (words: string) => hasWord(business, words),
  account: (id: string) => sql`p.stripe_connect_account_id = ${id}`,
};

export async function findProfessionals(db: Executor, by: SQL): Promise<FoundProfessional[]> {
  const { rows } = await db.execute<FoundProfessional & Record<string, unknown>>(sql`
    select p.id, p.user_id as "userId", p.business_name as "businessName",
      p.business_city as city, owner.account_status as status
    from (select * from professional_profiles p where ${by} order by p.business_name limit ${MAX_FOUND}) p
      join profiles owner on owner.id = p.user_id
    order by p.business_name`);
  return rows;
}

/** A guest may have no account. */
const boughtBy = (email: string) => sql`(
    select own.id from profiles p join bookings own on own.client_id = p.id where p.email = ${email}
    union select id from bookings where client_id is null and buyer_email = ${email})`;

export const BOOKING_BY = {
  id: (id: string) => sql`b.id = ${id}`,
  ids: (ids: readonly string[]) => sql`b.id = any(${list(ids, "uuid")})`,
  email: (email: string) => sql`b.id in ${boughtBy(email)}`,
  client: (userId: string) => sql`b.client_id = ${userId}`,
  professional: (id: string) => sql`b.professional_id = ${id}`,
};

export async function findBookings(db: Executor, by: SQL): Promise<FoundBooking[]> {
  const found = await db.execute(sql`
    select b.id, b.sold ->> 'title' as title, (b.sold ->> 'start')::timestamptz as start,
      p.business_name as professional, b.buyer_email as "buyerEmail", b.status
    from (select * from bookings b where ${by} order by b.created_at desc limit ${MAX_FOUND}) b
      join professional_profiles p on p.id = b.professional_id
    order by b.created_at desc`);
  return rowsOf(found);
}

export const PAYMENT_BY = {
  id: (id: string) => sql`p.id in (
    select id from payments where id = ${id} union select id from payments where reference = ${id})`,
  // Payments have no index by their payer's address.
  email: (email: string) => sql`p.reference in ${boughtBy(email)}`,
  provider: (id: string) => sql`p.id in (
    select id from payments where ${digestOf(sql`checkout_session_id`)} = ${digestOf(id)}
    union select id from payments where payment_intent_id = ${id}
    union select id from payments where charge_id = ${id}
    union select payment_id from refunds where stripe_refund_id = ${id})`,
};

export async function findPayments(db: Executor, by: SQL): Promise<FoundPayment[]> {
  const { rows } = await db.execute<FoundPayment & Record<string, unknown>>(sql`
    select p.id, p.reference as "bookingId", p.amount_cents as "amountCents", p.description,
      p.payer_email as "payerEmail", p.status
    from payments p where ${by} order by p.created_at desc limit ${MAX_FOUND}`);
  return rows;
}

/** Of a plan's id at the provider, or of its payer's. */
export async function listSubscribers(db: Executor, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from professional_subscriptions where stripe_subscription_id = ${id}
    union select user_id from professional_subscriptions where stripe_customer_id = ${id}`);
  return rows.map(({ userId }) => userId);
}

const MAIL = sql`m.id, m.kind, m.to_address as "to", m.status, m.created_at as "createdAt",
  (m.data ->> 'bookingId') as "bookingId"`;

export async function findMailsTo(db: Executor, email: string): Promise<FoundMail[]> {
  const found = await db.execute(sql`
    select ${MAIL} from mails m where m.to_address = ${email}
    order by m.created_at desc limit ${MAX_FOUND}`);
  return rowsOf(found);
}

export async function findMail(db: Executor, id: string): Promise<FoundMail[]> {
  const found = await db.execute(sql`select ${MAIL} from mails m where m.id = ${id}`);
  return rowsOf(found);
}

/** The newest of each kind first, then of all. */
export async function findMailsOf(db: Executor, kinds: readonly string[]): Promise<FoundMail[]> {
  const found = await db.execute(sql`
    select m.* from unnest(${list(kinds, "text")}) as kind (name) cross join lateral (
      select ${MAIL} from mails m where m.kind = kind.name
      order by m.created_at desc limit ${MAX_FOUND}) m
    order by m."createdAt" desc limit ${MAX_FOUND}`);
  return rowsOf(found);
}
