import { lt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { batchOf, deleteBatch } from "#platform/batches.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import {
  alertFinds,
  alerts,
  bookings,
  busyTimes,
  caseContests,
  dailyViews,
  gaps,
  letters,
  missedSearches,
  occupied,
  offeringDrafts,
  outsideClients,
  pastSlotPrices,
  reviewReports,
  sms,
  waitingEntries,
} from "../tables.server.ts";
import type { RETENTION } from "./rules.ts";

/** Touches a batch of rows over by this instant, and says how many. */
type Purge = (db: Executor, before: Date) => Promise<number>;

const deleting =
  (table: PgTable, isOver: (before: Date) => SQL): Purge =>
  async (db, before) => {
    return deleteBatch(db, table, isOver(before));
  };
/** The rows that name such a slot are few, and have an index of their own. */
const began = (slotId: PgColumn, before: Date) =>
  sql`exists (select from slots s where s.id = ${slotId} and s.start_datetime <= ${before})`;

export const DIARY_PURGES: readonly (readonly [keyof typeof RETENTION | "accounts", Purge])[] = [
  ["past_hours", deleting(busyTimes, (before) => sql`upper(${busyTimes.during}) <= ${before}`)],
  ["past_hours", deleting(occupied, (before) => sql`upper(${occupied.during}) <= ${before}`)],
  ["past_hours", deleting(gaps, (before) => sql`upper(${gaps.during}) <= ${before}`)],
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
    async (db, before) => {
      const isOver = sql`${sms.toNumber} <> '' and ${sms.sendAt} <= ${before}`;
      const { rowCount } = await db.update(sms).set({ toNumber: "" }).where(batchOf(sms, isOver));
      return rowCount ?? 0;
    },
  ],
  [
    "sms_numbers",
    async (db, before) => {
      const isOver = sql`${bookings.smsNumber} is not null and ${began(bookings.slotId, before)}`;
      const { rowCount } = await db
        .update(bookings)
        .set({ smsNumber: null, smsAgreedAt: null })
        .where(batchOf(bookings, isOver));
      return rowCount ?? 0;
    },
  ],
  [
    "outside_names",
    async (db, before) => {
      const isOver = sql`${outsideClients.name} is not null and ${began(outsideClients.slotId, before)}`;
      const { rowCount } = await db
        .update(outsideClients)
        .set({ name: null })
        .where(batchOf(outsideClients, isOver));
      return rowCount ?? 0;
    },
  ],
  [
    "content_reports",
    async (db, before) => {
      const isOver = sql`${reviewReports.email} is not null and ${reviewReports.decidedAt} <= ${before}`;
      const { rowCount } = await db
        .update(reviewReports)
        .set({ email: null })
        .where(batchOf(reviewReports, isOver));
      return rowCount ?? 0;
    },
  ],
  ["content_reports", deleting(caseContests, (before) => lte(caseContests.answeredAt, before))],
  [
    "letters",
    async (db, before) => {
      const isOver = sql`${letters.text} <> '' and ${letters.createdAt} <= ${before}`;
      const { rowCount } = await db
        .update(letters)
        .set({ text: "" })
        .where(batchOf(letters, isOver, letters.createdAt));
      return rowCount ?? 0;
    },
  ],
];
