import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { listContests } from "../../moderation/cases/answer-contests.server.ts";
import type { Contester } from "../../moderation/cases/schema.ts";
import type { Basis } from "../../moderation/rules.ts";
import {
  bookingMessages,
  bookings,
  messageReports,
  offerings,
  professionalProfiles,
  profiles,
  slots,
} from "../../tables.server.ts";
import type { MessageCaseView, OpenMessageCase } from "./schema.ts";

/** Returns the id of the report that waits, new or not. */
export async function insertReport(
  tx: Transaction,
  row: typeof messageReports.$inferInsert,
): Promise<string> {
  await tx.insert(messageReports).values(row).onConflictDoNothing();
  const [waiting] = await tx
    .select({ id: messageReports.id })
    .from(messageReports)
    .where(and(eq(messageReports.letterId, row.letterId), isNull(messageReports.decidedAt)));
  return waiting?.id ?? row.id;
}

export async function lockMessage(
  tx: Transaction,
  id: string,
): Promise<typeof bookingMessages.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(bookingMessages)
    .where(eq(bookingMessages.id, id))
    .for("update");
  return row ?? null;
}

export async function setRemoved(
  tx: Transaction,
  id: string,
  removedAt: Date | null,
): Promise<void> {
  await tx.update(bookingMessages).set({ removedAt }).where(eq(bookingMessages.id, id));
}

/** Decides anew about those that a side contests; returns them with the e-mails to be told. */
export async function closeReports(
  tx: Transaction,
  letterId: string,
  decided: {
    outcome: "kept" | "removed";
    answer: string;
    basis: Basis | null;
    decidedAt: Date;
  },
  contested: readonly Contester[],
): Promise<{ reportId: string; email: string | null }[]> {
  const ids = contested.flatMap(({ reportId }) => reportId ?? []);
  const closed = await tx
    .update(messageReports)
    .set(decided)
    .where(
      and(
        eq(messageReports.letterId, letterId),
        or(
          isNull(messageReports.decidedAt),
          ids.length > 0 ? inArray(messageReports.id, ids) : undefined,
          contested.some(({ by }) => by === "author")
            ? eq(messageReports.outcome, "removed")
            : undefined,
        ),
      ),
    )
    .returning({ reportId: messageReports.id, reporterId: messageReports.reporterId });
  const told = [];
  for (const { reportId, reporterId } of closed) {
    const [reporter] = await tx
      .select({ email: profiles.email })
      .from(profiles)
      .where(and(eq(profiles.id, reporterId), eq(profiles.accountStatus, "active")));
    told.push({ reportId, email: reporter?.email ?? null });
  }
  return told;
}

export async function findReport(
  db: Executor,
  reportId: string,
): Promise<{ text: string; isOpen: boolean; bookingId: string } | null> {
  const [row] = await db
    .select({
      text: messageReports.text,
      isOpen: sql<boolean>`${messageReports.decidedAt} is null`,
      bookingId: bookingMessages.bookingId,
    })
    .from(messageReports)
    .innerJoin(bookingMessages, eq(bookingMessages.id, messageReports.letterId))
    .where(eq(messageReports.id, reportId));
  return row ?? null;
}

export async function listOpen(db: Executor): Promise<OpenMessageCase[]> {
  const found = await db.execute(sql`
    select l.id as "messageId", l.by, p.business_name as professional, l.text, waiting.reason,
      waiting.since
    from (
      select letter_id, reason, created_at as since from letter_reports where decided_at is null
      union all
      select letter_id, null, min(contested_at) from case_contests
      where answered_at is null and letter_id is not null
      group by letter_id) waiting
      join letters l on l.id = waiting.letter_id
      join bookings b on b.id = l.booking_id
      join professional_profiles p on p.id = b.professional_id
    order by waiting.since, l.id`);
  return rowsOf(found);
}

export async function findCase(db: Executor, id: string): Promise<MessageCaseView | null> {
  const [row] = await db
    .select({
      by: bookingMessages.by,
      authorId: sql<
        string | null
      >`case ${bookingMessages.by} when 'client' then ${bookings.clientId}
        else ${professionalProfiles.userId} end`,
      text: bookingMessages.text,
      createdAt: bookingMessages.createdAt,
      isRemoved: sql<boolean>`${bookingMessages.removedAt} is not null`,
      offering: offerings.title,
      professional: professionalProfiles.businessName,
      client: bookings.buyerEmail,
    })
    .from(bookingMessages)
    .innerJoin(bookings, eq(bookings.id, bookingMessages.bookingId))
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .where(eq(bookingMessages.id, id));
  if (!row) return null;
  const reports = await db
    .select({
      reason: messageReports.reason,
      text: messageReports.text,
      createdAt: messageReports.createdAt,
      outcome: messageReports.outcome,
      answer: messageReports.answer,
      reporter: profiles.email,
    })
    .from(messageReports)
    .innerJoin(profiles, eq(profiles.id, messageReports.reporterId))
    .where(eq(messageReports.letterId, id))
    .orderBy(asc(messageReports.createdAt), asc(messageReports.id));
  return { ...row, reports, contests: await listContests(db, { letterId: id }) };
}
