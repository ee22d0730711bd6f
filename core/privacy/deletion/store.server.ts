import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { BATCH } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { contestedBy } from "../../moderation/cases/answer-contests.server.ts";
import {
  bookingMessages,
  bookings,
  boosts,
  busyTimes,
  calendars,
  contentAppeals,
  contentDecisions,
  contentReports,
  feeds,
  gaps,
  goodwillProposals,
  messageReports,
  offeringDrafts,
  openingHours,
  outsideClients,
  professionalProfiles,
  proposals,
  reclaims,
  reviewReports,
  reviews,
  scheduleExceptions,
  scheduleRules,
  sms,
} from "../../tables.server.ts";

/** Lists people who have left and whose last act that keeps its words is that old. */
export async function listWrittenAbout(db: Executor, writtenBefore: Date): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select d.person_id as "userId" from act_details d
      join acts a on a.number = d.number
      join profiles p on p.id = d.person_id and p.account_status = 'deleted'
    group by d.person_id having max(a.at) <= ${writtenBefore} limit ${BATCH}`);
  return rows.map(({ userId }) => userId);
}

/** Keeps null what was never said, as constraints ask. */
const wordless = (column: PgColumn) => sql`left(${column}, 0)`;

/** Empties what they planned, wrote or gave (rule: account-deletion). */
export async function emptyOwnRecords(tx: Transaction, userId: string): Promise<void> {
  const businesses = sql`(select own.id from professional_profiles own where own.user_id = ${userId})`;
  const offered = sql`(select o.id from offerings o where o.professional_id in ${businesses})`;
  const booked = (whose: SQL) => sql`(select b.id from bookings b where ${whose})`;
  const bought = booked(sql`b.client_id = ${userId}`);
  const sold = booked(sql`b.professional_id in ${businesses}`);
  const empty = <Table extends PgTable>(
    table: Table,
    values: PgUpdateSetSource<Table>,
    where: SQL | undefined,
  ) => tx.update(table).set(values).where(where);

  const owned = [
    busyTimes,
    openingHours,
    calendars,
    feeds,
    gaps,
    boosts,
    offeringDrafts,
    proposals,
  ];
  for (const table of owned) {
    await tx.delete(table).where(sql`${table.professionalId} in ${businesses}`);
  }
  for (const table of [scheduleRules, scheduleExceptions]) {
    await tx.delete(table).where(sql`${table.offeringId} in ${offered}`);
  }
  const isOwnSlot = sql`${outsideClients.slotId} in (
    select s.id from slots s where s.offering_id in ${offered})`;
  await empty(outsideClients, { name: null }, isOwnSlot);
  const isWritten = sql`(${bookingMessages.by} = 'client' and ${bookingMessages.bookingId} in ${bought})
    or (${bookingMessages.by} = 'professional' and ${bookingMessages.bookingId} in ${sold})`;
  await empty(bookingMessages, { text: "" }, isWritten);
  const noReply = {
    reply: null,
    repliedAt: null,
    replyRemovedBecause: wordless(reviews.replyRemovedBecause),
  };
  const isAuthor = eq(reviews.authorId, userId);
  await empty(reviews, { text: "", refusedBecause: null, ...noReply }, isAuthor);
  await empty(reviews, noReply, sql`${reviews.professionalId} in ${businesses}`);
  const unanswered = { answer: wordless(reviewReports.answer) };
  const isReporter = eq(reviewReports.reporterId, userId);
  await empty(reviewReports, { text: "", ...unanswered }, isReporter);
  // The words that the filter found in theirs, and what was kept beside a report, are theirs too.
  const isTheirs = sql`${reviewReports.reviewId} in (select r.id from reviews r
    where r.author_id = ${userId} or r.professional_id in ${businesses})`;
  await empty(reviewReports, { snapshot: null, ...unanswered }, isTheirs);
  await empty(reviewReports, { text: "" }, and(isTheirs, eq(reviewReports.isFilter, true)));
  await empty(contentReports, { text: "", email: null }, eq(contentReports.reporterId, userId));
  const isAboutThem = sql`${contentReports.professionalId} in ${businesses}`;
  await empty(contentReports, { snapshot: null }, isAboutThem);
  await empty(contentReports, { text: "" }, and(isAboutThem, eq(contentReports.reason, "filter")));
  const isDecided = sql`${contentDecisions.professionalId} in ${businesses}`;
  await empty(contentDecisions, { facts: "" }, isDecided);
  const isAppeal = sql`${contentAppeals.reportId} in (select r.id from content_reports r where r.reporter_id = ${userId})
    or (${contentAppeals.reportId} is null and ${contentAppeals.decisionId} in (
      select d.id from content_decisions d where d.professional_id in ${businesses}))`;
  await empty(contentAppeals, { text: "" }, isAppeal);
  await tx.execute(sql`update case_contests t set text = '' where ${contestedBy(userId)}`);
  await empty(messageReports, { text: "" }, eq(messageReports.reporterId, userId));
  const isLetterReport = sql`${messageReports.reporterId} = ${userId}
    or ${messageReports.letterId} in (select ${bookingMessages.id} from ${bookingMessages} where ${isWritten})`;
  await empty(messageReports, { answer: wordless(messageReports.answer) }, isLetterReport);
  const isGoodwill = sql`${goodwillProposals.bookingId} in ${bought}
    or ${goodwillProposals.bookingId} in ${sold}`;
  const unexplained = { reason: "", answer: wordless(goodwillProposals.answer) };
  await empty(goodwillProposals, unexplained, isGoodwill);
  const isReclaimed = sql`${reclaims.paymentId} in (
    select p.id from payments p where p.reference in ${sold})`;
  await empty(reclaims, { reason: "" }, isReclaimed);
  const isTexted = sql`(${sms.kind} = 'reminder' and ${sms.reference} in ${bought})
    or (${sms.kind} = 'booking-soon' and ${sms.professionalId} in ${businesses})`;
  await empty(sms, { toNumber: "" }, isTexted);
  const noNumber = { presenceCode: null, smsNumber: null, smsAgreedAt: null };
  await empty(bookings, noNumber, eq(bookings.clientId, userId));
  await empty(professionalProfiles, { shownPhone: null }, eq(professionalProfiles.userId, userId));
}
