import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { listContests } from "../../moderation/cases/answer-contests.server.ts";
import type { Contester } from "../../moderation/cases/schema.ts";
import type { Basis } from "../../moderation/rules.ts";
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

/** Returns the id of the report that waits, new or not. */
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

export async function lockMessage(
  tx: Transaction,
  id: string,
): Promise<typeof letters.$inferSelect | null> {
  const [row] = await tx.select().from(letters).where(eq(letters.id, id)).for("update");
  return row ?? null;
}

export async function setRemoved(
  tx: Transaction,
  id: string,
  removedAt: Date | null,
): Promise<void> {
  await tx.update(letters).set({ removedAt }).where(eq(letters.id, id));
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
    .update(letterReports)
    .set(decided)
    .where(
      and(
        eq(letterReports.letterId, letterId),
        or(
          isNull(letterReports.decidedAt),
          ids.length > 0 ? inArray(letterReports.id, ids) : undefined,
          contested.some(({ by }) => by === "author")
            ? eq(letterReports.outcome, "removed")
            : undefined,
        ),
      ),
    )
    .returning({ reportId: letterReports.id, reporterId: letterReports.reporterId });
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
      text: letterReports.text,
      isOpen: sql<boolean>`${letterReports.decidedAt} is null`,
      bookingId: letters.bookingId,
    })
    .from(letterReports)
    .innerJoin(letters, eq(letters.id, letterReports.letterId))
    .where(eq(letterReports.id, reportId));
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
      by: letters.by,
      authorId: sql<string | null>`case ${letters.by} when 'client' then ${bookings.clientId}
        else ${professionalProfiles.userId} end`,
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
  return { ...row, reports, contests: await listContests(db, { letterId: id }) };
}
