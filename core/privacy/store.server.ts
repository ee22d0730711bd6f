import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { SECTIONS, type Section, type SectionName } from "./rules.ts";

/** The person's mailbox, once proved: what we sent there is theirs, whoever made us send it. */
const mailbox = (userId: string) =>
  sql`(select u.email from users u where u.id = ${userId} and u.email_verified)`;
const businesses = (userId: string) =>
  sql`(select p.id from professional_profiles p where p.user_id = ${userId})`;
/** Not what a guest began under the same e-mail, with a note of theirs: anybody can type it. */
const bought = (userId: string) => sql`t.client_id = ${userId}`;
/** What a professional sees of those who booked with them (R29): not who only looked at the checkout. */
const sold = (userId: string) =>
  sql`t.professional_id in ${businesses(userId)} and (t.status <> 'cancelled' or t.confirmed_at is not null)`;
const bookingsWhere = (condition: SQL) =>
  sql`(select t.id from session_bookings t where ${condition} union all select t.id from activity_bookings t where ${condition})`;

/** Which rows of a section's table `t` are the person's. */
const OWN: Record<SectionName, (userId: string) => SQL> = {
  account: (id) => sql`t.id = ${id}`,
  profile: (id) => sql`t.id = ${id}`,
  professional_profiles: (id) => sql`t.user_id = ${id}`,
  payment_account_requests: (id) => sql`t.professional_id in ${businesses(id)}`,
  professional_drafts: (id) => sql`t.user_id = ${id}`,
  subscriptions: (id) => sql`t.user_id = ${id}`,
  subscription_checkouts: (id) => sql`t.user_id = ${id}`,
  favorites: (id) => sql`t.client_id = ${id}`,
  session_bookings: bought,
  activity_bookings: bought,
  payments: (id) => sql`t.reference in ${bookingsWhere(bought(id))}`,
  sessions: (id) => sql`t.professional_id in ${businesses(id)}`,
  session_slots: (id) =>
    sql`t.session_id in (select s.id from sessions s where s.professional_id in ${businesses(id)})`,
  activities: (id) => sql`t.professional_id in ${businesses(id)}`,
  activity_slots: (id) =>
    sql`t.activity_id in (select a.id from activities a where a.professional_id in ${businesses(id)})`,
  images: (id) => sql`t.owner_id = ${id}`,
  session_bookings_received: sold,
  activity_bookings_received: sold,
  payments_received: (id) => sql`t.reference in ${bookingsWhere(sold(id))}`,
  refunds: (id) =>
    sql`t.payment_id in (select p.id from payments p where p.reference in ${bookingsWhere(bought(id))} or p.reference in ${bookingsWhere(sold(id))})`,
  payment_movements_received: (id) =>
    sql`t.payment_id in (select p.id from payments p where p.reference in ${bookingsWhere(sold(id))})`,
  messages: (id) => sql`t.author_id = ${id}`,
  mails: (id) => sql`t.to_address = ${mailbox(id)}`,
  logins: (id) => sql`t.user_id = ${id}`,
  program_accesses: (id) => sql`t.user_id = ${id}`,
};

const what = (slots: "session" | "activity") => {
  const offerings = sql.raw(slots === "session" ? "sessions" : "activities");
  const slot = sql.raw(`${slots}_slot`);
  return sql`, (select json_build_object('title', o.title, 'start_datetime', sl.start_datetime,
      'end_datetime', sl.end_datetime, 'business_name', p.business_name)
    from ${slot}s sl join ${offerings} o on o.id = sl.${sql.raw(`${slots}_id`)}
      join professional_profiles p on p.id = o.professional_id
    where sl.id = t.${slot}_id) as booked`;
};
const whoBooked = sql`, (select trim(c.first_name || ' ' || c.last_name) from profiles c where c.id = t.client_id) as client_name`;

/** What a row does not say by itself, so that people can read their copy. */
const EXPLAINED: Partial<Record<SectionName, SQL>> = {
  favorites: sql`, (select s.title from sessions s where s.id = t.session_id) as title`,
  session_bookings: what("session"),
  activity_bookings: what("activity"),
  session_bookings_received: sql`${what("session")}${whoBooked}`,
  activity_bookings_received: sql`${what("activity")}${whoBooked}`,
};

/** The rows of one section that are this person's. */
export async function readSection(
  db: Executor,
  name: SectionName,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const { table, columns }: Section = SECTIONS[name];
  const wanted = sql.join(
    columns.map((column) => sql`t.${sql.identifier(column)}`),
    sql`, `,
  );
  const order = columns.includes("created_at") ? "created_at" : String(columns[0]);
  const { rows } = await db.execute<{ own: Record<string, unknown>[] }>(sql`
    select coalesce(json_agg(own), '[]') as own from (
      select ${wanted}${EXPLAINED[name] ?? sql``} from ${sql.identifier(table)} t
      where ${OWN[name](userId)} order by t.${sql.identifier(order)}) own`);
  return rows[0]?.own ?? [];
}

export async function findUserId(db: Executor, email: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from users where email = ${email}`);
  return rows[0]?.id ?? null;
}
