import { and, eq, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { bookingChoices } from "../../tables.server.ts";
import type { AccountDecision } from "../schema.ts";

export type BookingChoice = typeof bookingChoices.$inferSelect;

export async function listBookedAhead(
  db: Executor,
  { userId, effectiveAt }: Pick<AccountDecision, "userId" | "effectiveAt">,
  now: Date,
) {
  const { rows } = await db.execute<{
    id: string;
    slotId: string;
    status: "confirmed" | "pending";
    email: string;
  }>(sql`
    select b.id, b.slot_id as "slotId", b.status, b.buyer_email as email from bookings b join slots s on s.id = b.slot_id
    where b.professional_id in (select p.id from professional_profiles p where p.user_id = ${userId})
      and b.status <> 'cancelled' and s.start_datetime > ${now} and s.start_datetime >= ${effectiveAt}
    order by s.start_datetime, b.id`);
  return rows;
}

export async function insertChoice(
  tx: Transaction,
  row: { decisionId: string; bookingId: string; createdAt: Date },
): Promise<string | null> {
  const [written] = await tx
    .insert(bookingChoices)
    .values({ id: newId(), ...row })
    .onConflictDoNothing()
    .returning({ id: bookingChoices.id });
  return written?.id ?? null;
}

export async function listStanding(db: Executor, decisionId: string, now: Date) {
  const { rows } = await db.execute<{ id: string; bookingId: string; email: string }>(sql`
    select c.id, b.id as "bookingId", b.buyer_email as email
    from booking_choices c join bookings b on b.id = c.booking_id join slots s on s.id = b.slot_id
    where c.decision_id = ${decisionId} and b.status = 'confirmed' and s.start_datetime > ${now}
    order by s.start_datetime, b.id`);
  return rows;
}

export async function findChoice(db: Executor, id: string): Promise<BookingChoice | null> {
  const [row] = await db.select().from(bookingChoices).where(eq(bookingChoices.id, id));
  return row ?? null;
}

/** Keeps a refund, which cannot be chosen away. */
export async function writeChoice(
  tx: Transaction,
  id: string,
  { chosen, chosenAt }: { chosen: "kept" | "refunded"; chosenAt: Date },
): Promise<void> {
  const isOpen = and(
    eq(bookingChoices.id, id),
    sql`${bookingChoices.chosen} is distinct from 'refunded'`,
  );
  await tx.update(bookingChoices).set({ chosen, chosenAt }).where(isOpen);
}
