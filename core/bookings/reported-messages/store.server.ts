import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  bookings,
  letterReports,
  letters,
  offerings,
  professionalProfiles,
  profiles,
  slots,
} from "../../tables.server.ts";
import type { MessageCaseView, OpenMessageCase } from "./schema.ts";

/** Adds a report, unless one of this message waits already. @returns the id of that which waits. */
export async function insertReport(
  tx: Transaction,
  row: typeof letterReports.$inferInsert,
): Promise<string> {
  await tx.insert(letterReports).values(row).onConflictDoNothing();
  const [waiting] = await tx
    .select({ id: letterReports.id })
    .from(letterReports)
    .where(and(eq(letterReports.letterId, row.letterId), isNull(letterReports.decidedAt)));
  return waiting?.id ?? row.id;
}

/** Locks a message; null when there is none. */
export async function lockMessage(
  tx: Transaction,
  id: string,
): Promise<typeof letters.$inferSelect | null> {
  const [row] = await tx.select().from(letters).where(eq(letters.id, id)).for("update");
  return row ?? null;
}

/** Takes a message away, or gives it back. */
export async function setRemoved(
  tx: Transaction,
  id: string,
  removedAt: Date | null,
): Promise<void> {
  await tx.update(letters).set({ removedAt }).where(eq(letters.id, id));
}

/** Ends the open report of a message. @returns it with its author, who is told; null when there is none. */
export async function closeReport(
  tx: Transaction,
  letterId: string,
  decided: { outcome: "kept" | "removed"; answer: string; decidedAt: Date },
): Promise<{ reportId: string; email: string | null } | null> {
  const [closed] = await tx
    .update(letterReports)
    .set(decided)
    .where(and(eq(letterReports.letterId, letterId), isNull(letterReports.decidedAt)))
    .returning({ reportId: letterReports.id, reporterId: letterReports.reporterId });
  if (!closed) return null;
  const [reporter] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(and(eq(profiles.id, closed.reporterId), eq(profiles.accountStatus, "active")));
  return { reportId: closed.reportId, email: reporter?.email ?? null };
}

/** The end of a report, for the mails about it; null while it is open. */
export async function findAnswer(
  db: Executor,
  reportId: string,
): Promise<{ outcome: "kept" | "removed"; answer: string; bookingId: string } | null> {
  const [row] = await db
    .select({
      outcome: letterReports.outcome,
      answer: letterReports.answer,
      bookingId: letters.bookingId,
    })
    .from(letterReports)
    .innerJoin(letters, eq(letters.id, letterReports.letterId))
    .where(eq(letterReports.id, reportId));
  const { outcome, answer, bookingId } = row ?? {};
  return outcome && answer && bookingId ? { outcome, answer, bookingId } : null;
}

/** Messages that wait for a decision, the oldest report first. */
export function listOpen(db: Executor): Promise<OpenMessageCase[]> {
  return db
    .select({
      messageId: letters.id,
      by: letters.by,
      professional: professionalProfiles.businessName,
      text: letters.text,
      reason: sql<string>`${letterReports.reason}`,
      reportedAt: letterReports.createdAt,
    })
    .from(letterReports)
    .innerJoin(letters, eq(letters.id, letterReports.letterId))
    .innerJoin(bookings, eq(bookings.id, letters.bookingId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .where(isNull(letterReports.decidedAt))
    .orderBy(asc(letterReports.createdAt), asc(letterReports.id));
}

/** A message with its sides and its reports; null when there is none. */
export async function findCase(db: Executor, id: string): Promise<MessageCaseView | null> {
  const [row] = await db
    .select({
      by: letters.by,
      text: letters.text,
      createdAt: letters.createdAt,
      isRemoved: sql<boolean>`${letters.removedAt} is not null`,
      offering: offerings.title,
      professional: professionalProfiles.businessName,
      client: bookings.buyerEmail,
    })
    .from(letters)
    .innerJoin(bookings, eq(bookings.id, letters.bookingId))
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .where(eq(letters.id, id));
  if (!row) return null;
  const reports = await db
    .select({
      reason: letterReports.reason,
      text: letterReports.text,
      createdAt: letterReports.createdAt,
      outcome: letterReports.outcome,
      answer: letterReports.answer,
      reporter: profiles.email,
    })
    .from(letterReports)
    .innerJoin(profiles, eq(profiles.id, letterReports.reporterId))
    .where(eq(letterReports.letterId, id))
    .orderBy(asc(letterReports.createdAt), asc(letterReports.id));
  return { ...row, reports };
}
