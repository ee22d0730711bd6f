import { lt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { batchOf, deleteBatch, eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import { purgeLogins } from "../accounts/purge-logins.server.ts";
import { purgeGuests } from "../alerts/guests/claim-alerts.server.ts";
import { purgeBookings, purgeHolds } from "../bookings/purge-bookings.server.ts";
import { purgeMessages } from "../contact/send-contact-message.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { purgeAnswers } from "../idempotency/answer-once.server.ts";
import { purgeWords } from "../listings/purge-words.server.ts";
import { purgeReports } from "../moderation/report-content.server.ts";
import { purgeMails } from "../notifications/purge-mails.server.ts";
import { purgeActs } from "../operators/acts/list-acts.server.ts";
import { purgeDrafts } from "../professionals/show-onboarding.server.ts";
import { purgeEvents } from "../reconciliation/receive-stripe-event.server.ts";
import { mendRatings } from "../reviews/mend-ratings.server.ts";
import { purgeDecisions } from "../sanctions/contest-account-decision.server.ts";
import { purgeCheckouts } from "../subscriptions/checkouts/recover-checkout.server.ts";
import {
  alertFinds,
  alerts,
  bookingMessages,
  bookings,
  busyTimes,
  caseContests,
  dailyViews,
  gaps,
  missedSearches,
  occupied,
  offeringDrafts,
  outsideClients,
  pastSlotPrices,
  reviewReports,
  slots,
  sms,
  waitingEntries,
} from "../tables.server.ts";
import { eraseAgain } from "./deletion/erase-account.server.ts";
import { accountsBefore, RETENTION } from "./rules.ts";

/** Touches a batch of rows over by this instant, and says how many. */
type Purge = (db: Executor, before: Date) => Promise<number>;

const deleting =
  (table: PgTable, isOver: (before: Date) => SQL): Purge =>
  (db, before) =>
    deleteBatch(db, table, isOver(before));

const emptying =
  <Table extends PgTable>(
    table: Table,
    values: PgUpdateSetSource<Table>,
    isOver: (before: Date) => SQL,
    first?: PgColumn,
  ): Purge =>
  async (db, before) => {
    const { rowCount } = await db
      .update(table)
      .set(values)
      .where(batchOf(table, isOver(before), first));
    return rowCount ?? 0;
  };

/** The rows that name such a slot are few, and have an index of their own. */
const began = (slotId: PgColumn, before: Date) =>
  sql`exists (select from slots s where s.id = ${slotId} and s.start_datetime <= ${before})`;

/** Looked back at, lest each night reads all that were ever booked. */
const SLOT_DAYS = 7 * DAY;

/** Nobody ever had a seat there; an offering's latest stays, by which its usual hour is known. */
const isUnbooked = (before: Date) => sql`${slots.startDatetime} <= ${before}
  and ${slots.startDatetime} > ${new Date(before.getTime() - SLOT_DAYS)}
  and not exists (select from bookings b where b.slot_id = ${slots.id})
  and not exists (select from outside_clients c where c.slot_id = ${slots.id})
  and not exists (select from proposals q where ${slots.id} in (q.from_slot_id, q.to_slot_id))
  and exists (select from slots later where later.offering_id = ${slots.offeringId}
    and later.start_datetime > ${slots.startDatetime})`;

const PURGES_BY_AGE: readonly (readonly [keyof typeof RETENTION | "accounts", Purge])[] = [
  ["past_hours", deleting(busyTimes, (before) => sql`upper(${busyTimes.during}) <= ${before}`)],
  ["past_hours", deleting(occupied, (before) => sql`upper(${occupied.during}) <= ${before}`)],
  ["past_hours", deleting(gaps, (before) => sql`upper(${gaps.during}) <= ${before}`)],
  ["unbooked_slots", deleting(slots, isUnbooked)],
  ["past_finds", deleting(alertFinds, (before) => lte(alertFinds.startsAt, before))],
  ["past_finds", deleting(alerts, (before) => sql`${alerts.day} < ${before}::date`)],
  ["past_waiting", deleting(waitingEntries, (before) => began(waitingEntries.slotId, before))],
  ["past_prices", deleting(pastSlotPrices, (before) => lte(pastSlotPrices.startsAt, before))],
  ["offering_drafts", deleting(offeringDrafts, (before) => lte(offeringDrafts.updatedAt, before))],
  ["view_counts", deleting(dailyViews, (before) => sql`${dailyViews.day} <= ${before}::date`)],
  [
    "untold_searches",
    deleting(
      missedSearches,
      (before) => sql`${missedSearches.words} is null and ${missedSearches.day} <= ${before}::date`,
    ),
  ],
  [
    "missed_searches",
    deleting(missedSearches, (before) => sql`${missedSearches.day} <= ${before}::date`),
  ],
  ["accounts", deleting(sms, (before) => lt(sms.sendAt, before))],
  [
    "sms_numbers",
    emptying(
      sms,
      { toNumber: "" },
      (before) => sql`${sms.toNumber} <> '' and ${sms.sendAt} <= ${before}`,
    ),
  ],
  [
    "sms_numbers",
    emptying(
      bookings,
      { smsNumber: null, smsAgreedAt: null },
      (before) => sql`${bookings.smsNumber} is not null and ${began(bookings.slotId, before)}`,
    ),
  ],
  [
    "outside_names",
    emptying(
      outsideClients,
      { name: null },
      (before) =>
        sql`${outsideClients.name} is not null and ${began(outsideClients.slotId, before)}`,
    ),
  ],
  [
    "content_reports",
    emptying(
      reviewReports,
      { email: null },
      (before) =>
        sql`${reviewReports.email} is not null and ${reviewReports.decidedAt} <= ${before}`,
    ),
  ],
  ["content_reports", deleting(caseContests, (before) => lte(caseContests.answeredAt, before))],
  [
    "letters",
    emptying(
      bookingMessages,
      { text: "" },
      (before) => sql`${bookingMessages.text} <> '' and ${bookingMessages.createdAt} <= ${before}`,
      bookingMessages.createdAt,
    ),
  ],
];

/** Safe to repeat; returns false when some is left for another turn (rule: retention). */
export async function purgeAgedRecords(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  let isDone = true;
  for (const [period, purge] of PURGES_BY_AGE) {
    const before =
      period === "accounts" ? accountsBefore(now) : new Date(now.getTime() - RETENTION[period]);
    if (!(await inBatches(() => purge(ctx.db, before)))) isDone = false;
  }
  return isDone;
}

/** Deletes daily, in more turns until nothing is left; safe to repeat (rule: retention). */
export const applyRetention = defineJob("apply-retention", async (ctx) => {
  const now = ctx.now();
  const before = (period: keyof typeof RETENTION) => new Date(now.getTime() - RETENTION[period]);
  const isDone = await eachByItself({
    messages: () => purgeMessages(ctx),
    events: () => purgeEvents(ctx, before("processed_events")),
    checkouts: () => purgeCheckouts(ctx, before("unpaid_checkouts")),
    mails: () =>
      purgeMails(ctx, { queuedBefore: before("unsent_mails"), deleteBefore: before("mails") }),
    aged: () => purgeAgedRecords(ctx),
    guests: () =>
      purgeGuests(ctx, { links: before("alert_links"), alerts: before("guest_alerts") }),
    content: () => purgeReports(ctx, before("content_reports")),
    decisions: () => purgeDecisions(ctx, before("account_decisions")),
    acts: () => purgeActs(ctx, { acts: before("acts"), readings: before("readings") }),
    words: () => purgeWords(ctx, before("idle_words")),
    left: () => eraseAgain(ctx, before("acts_about_left")),
    bookings: () =>
      purgeBookings(ctx, {
        unpaidBefore: before("unpaid_checkouts"),
        madeBefore: accountsBefore(now),
      }),
  });
  // Reviews went with their bookings.
  await mendRatings(ctx);
  ctx.log.info({ isDone }, "retention applied");
  if (!isDone) await ctx.jobs.send(ctx.db, "apply-retention", {});
});

/** Safe to repeat; a turn that leaves some asks for another (rule: retention). */
export const purgeExpired = defineJob("purge-expired", async (ctx) => {
  const isDone = await eachByItself({
    accesses: () => purgeLogins(ctx),
    holds: () => purgeHolds(ctx),
    drafts: () => purgeDrafts(ctx),
    answers: () => purgeAnswers(ctx),
  });
  if (!isDone) await ctx.jobs.send(ctx.db, "purge-expired", {});
});
