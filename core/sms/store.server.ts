import { and, eq, lte, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, list, rowOf, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { sms, smsStops } from "../tables.server.ts";
import type { WhyNot } from "./rules.ts";

export type Sms = typeof sms.$inferSelect;

export interface Tellable {
  bookingId: string;
  professionalId: string;
  start: Date;
  /** Given with the booking, else with the account; null without one. */
  clientNumber: string | null;
  professionalNumber: string | null;
}

const NUMBER = sql`coalesce(b.sms_number, c.sms_number)`;

export async function listTellable(
  db: Executor,
  of: { bookingIds: readonly string[] } | { clientId: string; now: Date },
): Promise<Tellable[]> {
  const which =
    "bookingIds" in of
      ? sql`b.id = any(${list(of.bookingIds, "uuid")})`
      : sql`b.client_id = ${of.clientId} and s.start_datetime > ${of.now}`;
  const found = await db.execute(sql`
    select b.id as "bookingId", b.professional_id as "professionalId", s.start_datetime as start,
      ${NUMBER} as "clientNumber", owner.sms_number as "professionalNumber"
    from bookings b join slots s on s.id = b.slot_id
      left join profiles c on c.id = b.client_id
      join professional_profiles p on p.id = b.professional_id
      join profiles owner on owner.id = p.user_id
    where b.status = 'confirmed' and b.price_paid_cents > 0 and ${which}
    order by b.id`);
  return rowsOf(found);
}

/** Replaces an unsent one of the same kind and booking (rule: sms-limits). */
export async function queueTexts(
  tx: Executor,
  texts: readonly Pick<
    Sms,
    "kind" | "reference" | "professionalId" | "toNumber" | "sendAt" | "createdAt"
  >[],
): Promise<void> {
  if (texts.length === 0) return;
  await tx
    .insert(sms)
    .values(texts.map((text) => ({ id: newId(), ...text })))
    .onConflictDoUpdate({
      target: [sms.kind, sms.reference],
      set: { sendAt: sql`excluded.send_at`, toNumber: sql`excluded.to_number` },
      setWhere: sql`${sms.status} = 'queued' and ${sms.sentAt} is null`,
    });
}

export async function queueForLimits(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sms-limits', 0))`);
}

export async function lockDue(tx: Transaction, now: Date): Promise<Sms | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.status, "queued"), lte(sms.sendAt, now)))
    .orderBy(sms.sendAt, sms.id)
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

interface Occasion {
  status: string;
  cents: number;
  start: Date;
  title: string;
  is_online: boolean;
  city: string | null;
  practitioner: string;
  owner_id: string;
  number: string | null;
}

/** Locks it until the transaction ends; null once it is gone. */
export async function readOccasion(
  tx: Transaction,
  { kind, reference }: Sms,
): Promise<Occasion | null> {
  const found = await tx.execute(sql`
    select b.status, b.price_paid_cents as cents, s.start_datetime as start,
      b.sold ->> 'title' as title, (b.sold ->> 'isOnline')::boolean as is_online,
      b.sold ->> 'city' as city, p.user_id as owner_id, b.sold ->> 'practitioner' as practitioner,
      case when ${kind} = 'reminder' then ${NUMBER} else owner.sms_number end as number
    from bookings b join slots s on s.id = b.slot_id
      left join profiles c on c.id = b.client_id
      join professional_profiles p on p.id = b.professional_id
      join profiles owner on owner.id = p.user_id
    where b.id = ${reference} for share of b`);
  return rowOf(found);
}

export async function countSent(
  tx: Transaction,
  { number, professionalId }: { number: string; professionalId: string | null },
  since: { day: Date; month: Date },
): Promise<{ toNumber: number; forProfessional: number }> {
  const { rows } = await tx.execute<{ toNumber: number; forProfessional: number }>(sql`
    select (select count(*)::int from sms where to_number = ${number} and sent_at >= ${since.day})
        as "toNumber",
      (select count(*)::int from sms where professional_id = ${professionalId}
        and sent_at >= ${since.month}) as "forProfessional"`);
  return rows[0] ?? { toNumber: 0, forProfessional: 0 };
}

export async function updateSms(db: Executor, id: string, change: Partial<Sms>): Promise<void> {
  await db
    .update(sms)
    .set(change)
    .where(and(eq(sms.id, id), eq(sms.status, "queued")));
}

export function dropSms(db: Executor, id: string, why: WhyNot): Promise<void> {
  return updateSms(db, id, { status: "dropped", why, sentAt: null, toNumber: "" });
}

export async function findSms(db: Executor, id: string): Promise<Sms | null> {
  const [row] = await db.select().from(sms).where(eq(sms.id, id));
  return row ?? null;
}

export async function isStopped(db: Executor, numberHash: string): Promise<boolean> {
  const rows = await db.select().from(smsStops).where(eq(smsStops.numberHash, numberHash));
  return rows.length > 0;
}

export async function writeStop(
  db: Executor,
  numberHash: string,
  stops: boolean,
  now: Date,
): Promise<void> {
  if (stops) {
    await db.insert(smsStops).values({ numberHash, createdAt: now }).onConflictDoNothing();
  } else await db.delete(smsStops).where(eq(smsStops.numberHash, numberHash));
}
