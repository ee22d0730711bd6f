import { asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Executor, list } from "#platform/postgres.server.ts";
import {
  bookingChanges,
  bookingMessages,
  logins,
  mails,
  messages,
  paymentMovements,
  payments,
  proposalAnswers,
  proposals,
  reclaims,
  refunds,
  reviews,
  stripeEvents,
  tokenFamilies,
} from "../../tables.server.ts";

export const MAX_TIMELINE = 50;

/* One statement a source, each by an index; the newest come first. */

const MAIL = {
  kind: mails.kind,
  to: mails.toAddress,
  status: mails.status,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
  lastError: mails.lastError,
};

const listMails = (db: Executor, which: SQL | undefined) =>
  db.select(MAIL).from(mails).where(which).orderBy(desc(mails.createdAt)).limit(MAX_TIMELINE);

export function listMailsAbout(db: Executor, bookingId: string) {
  return listMails(db, sql`(${mails.data} ->> 'bookingId') = ${bookingId}`);
}

export function listMailsTo(db: Executor, email: string) {
  return listMails(db, eq(mails.toAddress, email));
}

const EVENT = {
  id: stripeEvents.id,
  type: stripeEvents.type,
  createdAt: stripeEvents.createdAt,
  receivedAt: stripeEvents.receivedAt,
  processedAt: stripeEvents.processedAt,
  lastError: stripeEvents.lastError,
};

export function listEventsAbout(db: Executor, objectIds: readonly string[]) {
  return db
    .select(EVENT)
    .from(stripeEvents)
    .where(sql`${stripeEvents.objectId} = any(${list(objectIds, "text")})`)
    .orderBy(desc(stripeEvents.createdAt))
    .limit(MAX_TIMELINE);
}

export function listEventsOf(db: Executor, account: string) {
  return db
    .select(EVENT)
    .from(stripeEvents)
    .where(eq(stripeEvents.account, account))
    .orderBy(desc(stripeEvents.createdAt))
    .limit(MAX_TIMELINE);
}

export function listPayments(db: Executor, bookingId: string) {
  return db
    .select()
    .from(payments)
    .where(eq(payments.reference, bookingId))
    .orderBy(asc(payments.createdAt));
}

export function listRefunds(db: Executor, paymentIds: readonly string[]) {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, [...paymentIds]))
    .orderBy(asc(refunds.createdAt));
}

export function listMovements(db: Executor, paymentIds: readonly string[]) {
  return db
    .select()
    .from(paymentMovements)
    .where(inArray(paymentMovements.paymentId, [...paymentIds]))
    .orderBy(asc(paymentMovements.createdAt));
}

export function listReclaims(db: Executor, paymentIds: readonly string[]) {
  return db
    .select()
    .from(reclaims)
    .where(inArray(reclaims.paymentId, [...paymentIds]))
    .orderBy(asc(reclaims.createdAt));
}

export function listChanges(db: Executor, bookingId: string) {
  return db
    .select({ at: bookingChanges.createdAt, was: bookingChanges.was, isNow: bookingChanges.isNow })
    .from(bookingChanges)
    .where(eq(bookingChanges.bookingId, bookingId))
    .orderBy(desc(bookingChanges.createdAt))
    .limit(MAX_TIMELINE);
}

/** Never their words, which are between the two (rule: records). */
export function listLetters(db: Executor, bookingId: string) {
  return db
    .select({
      at: bookingMessages.createdAt,
      by: bookingMessages.by,
      readAt: bookingMessages.readAt,
    })
    .from(bookingMessages)
    .where(eq(bookingMessages.bookingId, bookingId))
    .orderBy(desc(bookingMessages.createdAt))
    .limit(MAX_TIMELINE);
}

export function listProposals(db: Executor, bookingId: string) {
  return db
    .select({
      at: proposals.createdAt,
      answer: proposalAnswers.answer,
      answeredAt: proposalAnswers.answeredAt,
    })
    .from(proposalAnswers)
    .innerJoin(proposals, eq(proposals.id, proposalAnswers.proposalId))
    .where(eq(proposalAnswers.bookingId, bookingId))
    .orderBy(desc(proposals.createdAt))
    .limit(MAX_TIMELINE);
}

export async function findReview(db: Executor, bookingId: string) {
  const [row] = await db
    .select({
      id: reviews.id,
      at: reviews.publishedAt,
      rating: reviews.rating,
      status: reviews.status,
    })
    .from(reviews)
    .where(eq(reviews.bookingId, bookingId));
  return row ?? null;
}

export function listLogins(db: Executor, userId: string) {
  return db
    .select({ at: logins.createdAt, userAgent: logins.userAgent })
    .from(logins)
    .where(eq(logins.userId, userId))
    .orderBy(desc(logins.createdAt))
    .limit(MAX_TIMELINE);
}

export function listPrograms(db: Executor, userId: string) {
  return db
    .select({ at: tokenFamilies.createdAt, userAgent: tokenFamilies.userAgent })
    .from(tokenFamilies)
    .where(eq(tokenFamilies.userId, userId))
    .orderBy(desc(tokenFamilies.createdAt))
    .limit(MAX_TIMELINE);
}

export function listMessages(db: Executor, userId: string) {
  return db
    .select({ at: messages.createdAt, id: messages.id, closedAt: messages.closedAt })
    .from(messages)
    .where(eq(messages.authorId, userId))
    .orderBy(desc(messages.createdAt))
    .limit(MAX_TIMELINE);
}
