import { getTableName, type SQL, sql, type Table } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { copiedColumns, type Side } from "../../column-facts.server.ts";
import { contestedBy } from "../../moderation/cases/answer-contests.server.ts";
import * as tables from "../../tables.server.ts";

/** A proved mailbox's mails belong to the person, whoever caused them. */
const mailbox = (userId: string) =>
  sql`(select u.email from users u where u.id = ${userId} and u.email_verified)`;
/** Counts those kept under the account's address before, too. */
const keptBy = (userId: string, alert: SQL) =>
  sql`(${alert}.user_id = ${userId} or ${alert}.guest_id in
    (select g.id from alert_guests g where g.email = ${mailbox(userId)}))`;
const businesses = (userId: string) =>
  sql`(select p.id from professional_profiles p where p.user_id = ${userId})`;
/** Leaves guests' purchases under the e-mail out, since anybody can type it. */
const bought = (userId: string) => sql`t.client_id = ${userId}`;
const books = (kind: SlotKind) =>
  sql`exists (select from slots s join offerings o on o.id = s.offering_id
    where s.id = t.slot_id and o.kind = ${kind})`;
const offered = (userId: string, kind: SlotKind) =>
  sql`(select o.id from offerings o
    where o.kind = ${kind} and o.professional_id in ${businesses(userId)})`;
/** Leaves out visitors who only opened the checkout (rule: public-columns). */
const sold = (userId: string) =>
  sql`t.professional_id in ${businesses(userId)} and (t.status <> 'cancelled' or t.confirmed_at is not null)`;
const bookingsWhere = (condition: SQL) => sql`(select t.id from bookings t where ${condition})`;

/** Tells whether the row `t` belongs to a payment of such bookings. */
const paidFor = (...conditions: SQL[]) => {
  const references = conditions.map((condition) => sql`p.reference in ${bookingsWhere(condition)}`);
  return sql`t.payment_id in (select p.id from payments p where ${sql.join(references, sql` or `)})`;
};
const ofOffering = (userId: string) =>
  sql`t.offering_id in (select o.id from offerings o where o.professional_id in ${businesses(userId)})`;
const concerns = (condition: SQL) => sql`t.booking_id in ${bookingsWhere(condition)}`;
const ofUser = (userId: string) => sql`t.user_id = ${userId}`;
/** Tells whether the row `t` was filled in for the person's own business. */
const ofBusiness = (userId: string) => sql`t.professional_id in ${businesses(userId)}`;

interface Section {
  table: Table;
  side?: Side;
  own: (userId: string) => SQL;
  /** Explains ids of a row, so that people can read their copy. */
  explained?: SQL;
}

const what = sql`, (select json_build_object('title', t.sold ->> 'title',
      'start_datetime', s.start_datetime, 'end_datetime', s.end_datetime,
      'business_name', t.sold ->> 'practitioner')
    from slots s where s.id = t.slot_id) as booked`;
const whoBooked = sql`, (select trim(c.first_name || ' ' || c.last_name) from profiles c where c.id = t.client_id) as client_name`;

export const SECTIONS = {
  account: { table: tables.users, own: (id) => sql`t.id = ${id}` },
  profile: { table: tables.profiles, own: (id) => sql`t.id = ${id}` },
  professional_profiles: { table: tables.professionalProfiles, own: ofUser },
  payment_account_requests: { table: tables.paymentAccountRequests, own: ofBusiness },
  tax_details: { table: tables.taxDetails, own: ofBusiness },
  professional_drafts: { table: tables.professionalDrafts, own: ofUser },
  subscriptions: { table: tables.professionalSubscriptions, own: ofUser },
  subscription_checkouts: { table: tables.subscriptionCheckouts, own: ofUser },
  mail_refusals: { table: tables.mailRefusals, own: ofUser },
  push_refusals: { table: tables.pushRefusals, own: ofUser },
  push_subscriptions: { table: tables.pushSubscriptions, own: ofUser },
  favorites: {
    table: tables.favorites,
    own: (id) => sql`t.client_id = ${id}`,
    explained: sql`, (select o.title from offerings o where o.id = t.session_id) as title`,
  },
  alerts: { table: tables.alerts, own: (id) => keptBy(id, sql`t`) },
  alert_finds: {
    table: tables.alertFinds,
    own: (id) => sql`t.alert_id in (select a.id from alerts a where ${keptBy(id, sql`a`)})`,
  },
  waiting_entries: { table: tables.waitingEntries, own: ofUser },
  session_bookings: {
    table: tables.bookings,
    side: "client",
    own: (id) => sql`${bought(id)} and ${books("session")}`,
    explained: what,
  },
  activity_bookings: {
    table: tables.bookings,
    side: "client",
    own: (id) => sql`${bought(id)} and ${books("activity")}`,
    explained: what,
  },
  payments: {
    table: tables.payments,
    side: "client",
    own: (id) => sql`t.reference in ${bookingsWhere(bought(id))}`,
  },
  sessions: {
    table: tables.offerings,
    own: (id) => sql`t.kind = 'session' and t.professional_id in ${businesses(id)}`,
  },
  session_slots: {
    table: tables.slots,
    own: (id) => sql`t.offering_id in ${offered(id, "session")}`,
  },
  activities: {
    table: tables.offerings,
    own: (id) => sql`t.kind = 'activity' and t.professional_id in ${businesses(id)}`,
  },
  activity_slots: {
    table: tables.slots,
    own: (id) => sql`t.offering_id in ${offered(id, "activity")}`,
  },
  images: { table: tables.images, own: (id) => sql`t.owner_id = ${id}` },
  session_bookings_received: {
    table: tables.bookings,
    side: "professional",
    own: (id) => sql`${sold(id)} and ${books("session")}`,
    explained: sql`${what}${whoBooked}`,
  },
  activity_bookings_received: {
    table: tables.bookings,
    side: "professional",
    own: (id) => sql`${sold(id)} and ${books("activity")}`,
    explained: sql`${what}${whoBooked}`,
  },
  payments_received: {
    table: tables.payments,
    side: "professional",
    own: (id) => sql`t.reference in ${bookingsWhere(sold(id))}`,
  },
  refunds: { table: tables.refunds, own: (id) => paidFor(bought(id), sold(id)) },
  payment_movements_received: { table: tables.paymentMovements, own: (id) => paidFor(sold(id)) },
  reclaims_received: { table: tables.reclaims, own: (id) => paidFor(sold(id)) },
  booking_changes: { table: tables.bookingChanges, own: (id) => concerns(bought(id)) },
  booking_changes_received: { table: tables.bookingChanges, own: (id) => concerns(sold(id)) },
  letters: {
    table: tables.bookingMessages,
    own: (id) =>
      sql`(t.by = 'client' and ${concerns(bought(id))}) or (t.by = 'professional' and ${concerns(sold(id))})`,
  },
  letters_received: {
    table: tables.bookingMessages,
    own: (id) =>
      sql`(t.by = 'professional' and ${concerns(bought(id))}) or (t.by = 'client' and ${concerns(sold(id))})`,
  },
  reviews: { table: tables.reviews, own: (id) => sql`t.author_id = ${id}` },
  reviews_received: {
    table: tables.reviews,
    own: (id) => sql`${ofBusiness(id)} and t.status = 'published'`,
  },
  review_reports: { table: tables.reviewReports, own: (id) => sql`t.reporter_id = ${id}` },
  proofs: { table: tables.proofs, own: ofBusiness },
  proof_files: {
    table: tables.proofFiles,
    own: (id) =>
      sql`t.proof_id in (select p.id from proofs p where p.professional_id in ${businesses(id)})`,
  },
  content_reports: { table: tables.contentReports, own: (id) => sql`t.reporter_id = ${id}` },
  content_decisions: { table: tables.contentDecisions, own: ofBusiness },
  content_appeals: {
    table: tables.contentAppeals,
    own: (id) =>
      sql`t.report_id in (select r.id from content_reports r where r.reporter_id = ${id})
      or (t.report_id is null and t.decision_id in (select d.id from content_decisions d
        where d.professional_id in ${businesses(id)}))`,
  },
  case_contests: { table: tables.caseContests, own: contestedBy },
  account_decisions: { table: tables.accountDecisions, own: ofUser },
  booking_choices: { table: tables.bookingChoices, own: (id) => concerns(bought(id)) },
  letter_reports: { table: tables.messageReports, own: (id) => sql`t.reporter_id = ${id}` },
  proposals: { table: tables.proposals, own: ofBusiness },
  proposal_answers: { table: tables.proposalAnswers, own: (id) => concerns(bought(id)) },
  proposal_answers_received: { table: tables.proposalAnswers, own: (id) => concerns(sold(id)) },
  // A reminder goes to the client, and the other kind to the professional.
  sms: {
    table: tables.sms,
    own: (id) =>
      sql`(t.kind = 'reminder' and t.reference in ${bookingsWhere(bought(id))})
      or (t.kind = 'booking-soon' and ${ofBusiness(id)})`,
  },
  schedule_rules: { table: tables.scheduleRules, own: ofOffering },
  schedule_exceptions: { table: tables.scheduleExceptions, own: ofOffering },
  opening_hours: { table: tables.openingHours, own: ofBusiness },
  busy_times: { table: tables.busyTimes, own: ofBusiness },
  outside_clients: {
    table: tables.outsideClients,
    own: (id) => sql`t.slot_id in (select t.id from slots t where ${ofOffering(id)})`,
  },
  calendars: { table: tables.calendars, own: ofBusiness },
  feeds: { table: tables.feeds, own: ofBusiness },
  gaps: { table: tables.gaps, own: ofBusiness },
  boosts: { table: tables.boosts, own: ofBusiness },
  offering_drafts: { table: tables.offeringDrafts, own: ofBusiness },
  messages: { table: tables.messages, own: (id) => sql`t.author_id = ${id}` },
  mails: { table: tables.mails, own: (id) => sql`t.to_address = ${mailbox(id)}` },
  logins: { table: tables.logins, own: ofUser },
  program_accesses: { table: tables.tokenFamilies, own: ofUser },
} as const satisfies Record<string, Section>;
export type SectionName = keyof typeof SECTIONS;

export const columnsOf = (name: SectionName): string[] => {
  const { table, side }: Section = SECTIONS[name];
  return copiedColumns(table, side);
};

export async function readSection(
  db: Executor,
  name: SectionName,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const { table, own, explained = sql`` }: Section = SECTIONS[name];
  const columns = columnsOf(name);
  const wanted = sql.join(
    columns.map((column) => sql`t.${sql.identifier(column)}`),
    sql`, `,
  );
  const order = columns.includes("created_at") ? "created_at" : String(columns[0]);
  const { rows } = await db.execute<{ own: Record<string, unknown>[] }>(sql`
    select coalesce(json_agg(own), '[]') as own from (
      select ${wanted}${explained} from ${sql.identifier(getTableName(table))} t
      where ${own(userId)} order by t.${sql.identifier(order)}) own`);
  return rows[0]?.own ?? [];
}
