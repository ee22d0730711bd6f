import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { contestedBy } from "../../moderation/cases/contested-by.server.ts";
import { SECTIONS, type Section, type SectionName } from "./copied-columns.server.ts";

/** A proved mailbox's mails belong to the person, whoever caused them. */
const mailbox = (userId: string) =>
  sql`(select u.email from users u where u.id = ${userId} and u.email_verified)`;
/** Whether the alert of this name is the account's, or was kept under its address before. */
const keptBy = (userId: string, alert: SQL) =>
  sql`(${alert}.user_id = ${userId} or ${alert}.guest_id in
    (select g.id from alert_guests g where g.email = ${mailbox(userId)}))`;
const businesses = (userId: string) =>
  sql`(select p.id from professional_profiles p where p.user_id = ${userId})`;
/**
 * Without purchases that a guest began under the same e-mail, with a note of theirs: anybody can
 * type it.
 */
const bought = (userId: string) => sql`t.client_id = ${userId}`;
/** Whether the booking `t` is of this kind. */
const books = (kind: SlotKind) =>
  sql`exists (select from slots s join offerings o on o.id = s.offering_id
    where s.id = t.slot_id and o.kind = ${kind})`;
const offered = (userId: string, kind: SlotKind) =>
  sql`(select o.id from offerings o
    where o.kind = ${kind} and o.professional_id in ${businesses(userId)})`;
/**
 * The fields of clients that their professional may read (rule: public-columns): not of visitors
 * who only opened the checkout.
 */
const sold = (userId: string) =>
  sql`t.professional_id in ${businesses(userId)} and (t.status <> 'cancelled' or t.confirmed_at is not null)`;
const bookingsWhere = (condition: SQL) => sql`(select t.id from bookings t where ${condition})`;

/** Whether the booking of the row `t` is one of these. */
const concerns = (condition: SQL) => sql`t.booking_id in ${bookingsWhere(condition)}`;
const ownOfferings = (userId: string) =>
  sql`(select o.id from offerings o where o.professional_id in ${businesses(userId)})`;
/** Whether the row `t` was filled in for the person's own business. */
const ofBusiness = (userId: string) => sql`t.professional_id in ${businesses(userId)}`;

/** The rows of a section's table `t` that belong to the person. */
const OWN: Record<SectionName, (userId: string) => SQL> = {
  account: (id) => sql`t.id = ${id}`,
  profile: (id) => sql`t.id = ${id}`,
  professional_profiles: (id) => sql`t.user_id = ${id}`,
  payment_account_requests: ofBusiness,
  tax_details: ofBusiness,
  professional_drafts: (id) => sql`t.user_id = ${id}`,
  subscriptions: (id) => sql`t.user_id = ${id}`,
  subscription_checkouts: (id) => sql`t.user_id = ${id}`,
  mail_refusals: (id) => sql`t.user_id = ${id}`,
  push_refusals: (id) => sql`t.user_id = ${id}`,
  push_subscriptions: (id) => sql`t.user_id = ${id}`,
  favorites: (id) => sql`t.client_id = ${id}`,
  alerts: (id) => keptBy(id, sql`t`),
  alert_finds: (id) => sql`t.alert_id in (select a.id from alerts a where ${keptBy(id, sql`a`)})`,
  waiting_entries: (id) => sql`t.user_id = ${id}`,
  session_bookings: (id) => sql`${bought(id)} and ${books("session")}`,
  activity_bookings: (id) => sql`${bought(id)} and ${books("activity")}`,
  payments: (id) => sql`t.reference in ${bookingsWhere(bought(id))}`,
  sessions: (id) => sql`t.kind = 'session' and t.professional_id in ${businesses(id)}`,
  session_slots: (id) => sql`t.offering_id in ${offered(id, "session")}`,
  activities: (id) => sql`t.kind = 'activity' and t.professional_id in ${businesses(id)}`,
  activity_slots: (id) => sql`t.offering_id in ${offered(id, "activity")}`,
  images: (id) => sql`t.owner_id = ${id}`,
  session_bookings_received: (id) => sql`${sold(id)} and ${books("session")}`,
  activity_bookings_received: (id) => sql`${sold(id)} and ${books("activity")}`,
  payments_received: (id) => sql`t.reference in ${bookingsWhere(sold(id))}`,
  refunds: (id) =>
    sql`t.payment_id in (select p.id from payments p where p.reference in ${bookingsWhere(bought(id))} or p.reference in ${bookingsWhere(sold(id))})`,
  payment_movements_received: (id) =>
    sql`t.payment_id in (select p.id from payments p where p.reference in ${bookingsWhere(sold(id))})`,
  reclaims_received: (id) =>
    sql`t.payment_id in (select p.id from payments p where p.reference in ${bookingsWhere(sold(id))})`,
  booking_changes: (id) => concerns(bought(id)),
  booking_changes_received: (id) => concerns(sold(id)),
  letters: (id) =>
    sql`(t.by = 'client' and ${concerns(bought(id))}) or (t.by = 'professional' and ${concerns(sold(id))})`,
  letters_received: (id) =>
    sql`(t.by = 'professional' and ${concerns(bought(id))}) or (t.by = 'client' and ${concerns(sold(id))})`,
  reviews: (id) => sql`t.author_id = ${id}`,
  reviews_received: (id) => sql`${ofBusiness(id)} and t.status = 'published'`,
  review_reports: (id) => sql`t.reporter_id = ${id}`,
  proofs: ofBusiness,
  proof_files: (id) =>
    sql`t.proof_id in (select p.id from proofs p where p.professional_id in ${businesses(id)})`,
  content_reports: (id) => sql`t.reporter_id = ${id}`,
  content_decisions: ofBusiness,
  content_appeals: (id) =>
    sql`t.report_id in (select r.id from content_reports r where r.reporter_id = ${id})
      or (t.report_id is null and t.decision_id in (select d.id from content_decisions d
        where d.professional_id in ${businesses(id)}))`,
  case_contests: contestedBy,
  account_decisions: (id) => sql`t.user_id = ${id}`,
  booking_choices: (id) => concerns(bought(id)),
  letter_reports: (id) => sql`t.reporter_id = ${id}`,
  proposals: ofBusiness,
  proposal_answers: (id) => concerns(bought(id)),
  proposal_answers_received: (id) => concerns(sold(id)),
  // A reminder goes to the client, and the other kind to the professional.
  sms: (id) =>
    sql`(t.kind = 'reminder' and t.reference in ${bookingsWhere(bought(id))})
      or (t.kind = 'booking-soon' and ${ofBusiness(id)})`,
  schedule_rules: (id) => sql`t.offering_id in ${ownOfferings(id)}`,
  schedule_exceptions: (id) => sql`t.offering_id in ${ownOfferings(id)}`,
  opening_hours: ofBusiness,
  busy_times: ofBusiness,
  outside_clients: (id) =>
    sql`t.slot_id in (select s.id from slots s where s.offering_id in ${ownOfferings(id)})`,
  calendars: ofBusiness,
  feeds: ofBusiness,
  gaps: ofBusiness,
  boosts: ofBusiness,
  offering_drafts: ofBusiness,
  messages: (id) => sql`t.author_id = ${id}`,
  mails: (id) => sql`t.to_address = ${mailbox(id)}`,
  logins: (id) => sql`t.user_id = ${id}`,
  program_accesses: (id) => sql`t.user_id = ${id}`,
};

const what = sql`, (select json_build_object('title', t.sold ->> 'title',
      'start_datetime', s.start_datetime, 'end_datetime', s.end_datetime,
      'business_name', t.sold ->> 'practitioner')
    from slots s where s.id = t.slot_id) as booked`;
const whoBooked = sql`, (select trim(c.first_name || ' ' || c.last_name) from profiles c where c.id = t.client_id) as client_name`;

/** Explains ids of a row, so that people can read their copy. */
const EXPLAINED: Partial<Record<SectionName, SQL>> = {
  favorites: sql`, (select o.title from offerings o where o.id = t.session_id) as title`,
  session_bookings: what,
  activity_bookings: what,
  session_bookings_received: sql`${what}${whoBooked}`,
  activity_bookings_received: sql`${what}${whoBooked}`,
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
