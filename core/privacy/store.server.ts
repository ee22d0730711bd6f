import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { BATCH, batchOf } from "#platform/batches.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { isProfessional } from "../accounts/rules.ts";
import type { MailKind } from "../notifications/labels.ts";
import { profiles, users } from "../tables.server.ts";
import { deletionDueAt } from "./rules.ts";

export async function findUserId(db: Executor, email: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from users where email = ${email}`);
  return rows[0]?.id ?? null;
}

const ownBookings = (userId: SQL) => {
  const business = sql`select own.id from professional_profiles own where own.user_id = ${userId}`;
  const which = [sql`b.client_id = ${userId}`, sql`b.professional_id in (${business})`];
  const of = which.map(
    (isOwn) => sql`select b.id, b.status, (
        select s.start_datetime from slots s where s.id = b.slot_id) as start
      from bookings b where ${isOwn}`,
  );
  return sql.join(of, sql` union all `);
};

const isAhead = (now: Date) =>
  sql`(booked.status = 'pending' or (booked.status <> 'cancelled' and booked.start > ${now}))`;

const isPaymentOpen = sql`(p.status in ('creating', 'open', 'refunding', 'review')
  or p.dispute_status in ('needs_response', 'under_review')
  or exists (select from refunds r where r.payment_id = p.id and r.status in ('asked', 'pending')))`;

export interface Obstacles {
  upcoming: number;
  openPayments: number;
}

export async function findObstacles(db: Executor, userId: string, now: Date): Promise<Obstacles> {
  const { rows } = await db.execute<Obstacles & Record<string, number>>(sql`
    select count(*) filter (where ${isAhead(now)})::int as upcoming,
      count(*) filter (where exists (
        select from payments p where p.reference = booked.id and ${isPaymentOpen}))::int as "openPayments"
    from (${ownBookings(sql`${userId}`)}) booked`);
  return rows[0] ?? { upcoming: 0, openPayments: 0 };
}

const hasObstacle = (now: Date) => sql`exists (
  select from (${ownBookings(sql`profiles.id`)}) booked where ${isAhead(now)}
    or exists (select from payments p where p.reference = booked.id and ${isPaymentOpen}))`;

const offersSomething = sql`exists (select from offerings o
  where o.is_active and o.deleted_at is null and o.professional_id in (
    select own.id from professional_profiles own where own.user_id = profiles.id))`;

const isUnused = (before: Date, now: Date) => sql`
  profiles.account_status = 'active' and profiles.last_active_at <= ${before}
  and profiles.deletion_asked_at is null
  and not ${offersSomething}
  and not exists (select from professional_subscriptions s where s.user_id = profiles.id
    and ((s.status <> 'canceled' and s.stripe_subscription_id is not null)
      or (s.status in ('active', 'past_due') and s.plan_type <> 'free')))
  and not exists (select from subscription_checkouts c
    where c.user_id = profiles.id and c.settled_at is null)
  and not ${hasObstacle(now)}`;

/** A scalar and not « exists », which PostgreSQL joins with all mails of the kind first. */
const isTold = (
  before: Date,
) => sql`(select m.status = 'sent' and m.sent_at <= ${before} from mails m
  where m.kind = ${UNUSED} and m.reference = profiles.unused_notice::text)`;

const UNUSED = "account-unused" satisfies MailKind;

/** Makes room for another mail to the owner. */
export async function deleteFailedNotices(db: Executor, createdBefore: Date): Promise<void> {
  await db.execute(sql`
    update profiles set unused_notice = null from mails m
    where m.kind = ${UNUSED} and m.status = 'dropped' and m.created_at <= ${createdBefore}
      and profiles.id = (m.data ->> 'userId')::uuid and profiles.unused_notice::text = m.reference`);
}

export interface Person {
  userId: string;
  email: string;
}

export async function takeUnused(
  tx: Transaction,
  before: Date,
  now: Date,
): Promise<(Person & { notice: string })[]> {
  const due = sql`${isUnused(before, now)} and profiles.unused_notice is null`;
  const { rows } = await tx.execute<Person & Record<"notice", string> & Record<string, string>>(sql`
    update profiles set unused_notice = gen_random_uuid()
    where ${batchOf(profiles, due, profiles.lastActiveAt)}
    returning id as "userId", email, unused_notice as notice`);
  return rows;
}

/** Lists a batch, or tells whether this one still may end. */
export async function listUnused(
  db: Executor,
  { before, toldBefore, now }: { before: Date; toldBefore: Date; now: Date },
  userId?: string,
): Promise<Person[]> {
  const { rows } = await db.execute<Person & Record<string, string>>(sql`
    select id as "userId", email from profiles
    where ${isUnused(before, now)} and ${isTold(toldBefore)}
      ${userId ? sql`and id = ${userId}` : sql``}
    order by last_active_at limit ${BATCH}`);
  return rows;
}

/** Asks each for its own end: a month after does not lead back from the end of a short one. */
export async function listLeavers(db: Executor, now: Date, userId?: string): Promise<Person[]> {
  const { rows } = await db.execute<Record<"userId" | "email" | "askedAt", string>>(sql`
    select id as "userId", email, deletion_asked_at as "askedAt" from profiles
    where deletion_asked_at is not null and account_status <> 'deleted'
      and not ${hasObstacle(now)} ${userId ? sql`and id = ${userId}` : sql``}
    order by deletion_asked_at limit ${BATCH}`);
  return rows.filter(({ askedAt }) => deletionDueAt(new Date(askedAt)) <= now);
}

export async function findUnused(
  db: Executor,
  userId: string,
): Promise<{ lastActiveAt: Date; isProfessional: boolean } | null> {
  const [row] = await db
    .select({
      lastActiveAt: profiles.lastActiveAt,
      unusedNotice: profiles.unusedNotice,
      isPro: profiles.isPro,
      professionalId: sql<string | null>`(
        select p.id from professional_profiles p where p.user_id = ${userId} limit 1)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(eq(users.id, userId), eq(profiles.accountStatus, "active")));
  if (!row?.lastActiveAt || !row.unusedNotice) return null;
  return { lastActiveAt: row.lastActiveAt, isProfessional: isProfessional(row) };
}

export interface Leaving {
  askedAt: Date;
  hidden: string[];
}

export async function lockLeaving(tx: Transaction, userId: string): Promise<Leaving | null> {
  const [row] = await tx
    .select({ askedAt: profiles.deletionAskedAt, hidden: profiles.deletionHid })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  return row?.askedAt && row.hidden ? { askedAt: row.askedAt, hidden: row.hidden } : null;
}

export async function setLeaving(
  tx: Transaction,
  userId: string,
  leaving: Leaving | null,
): Promise<void> {
  const { askedAt: deletionAskedAt = null, hidden: deletionHid = null } = leaving ?? {};
  await tx
    .update(profiles)
    .set({ deletionAskedAt, deletionHid, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
}

export interface DeletionRequest {
  userId: string;
  email: string;
  name: string;
  askedAt: Date;
}

export async function listRequests(db: Executor): Promise<DeletionRequest[]> {
  const { id: userId, email, firstName, lastName, deletionAskedAt: askedAt } = profiles;
  const rows = await db
    .select({ userId, email, firstName, lastName, askedAt })
    .from(profiles)
    .where(isNotNull(askedAt))
    .orderBy(asc(askedAt));
  return rows.flatMap((row) => {
    const name = `${row.firstName} ${row.lastName}`.trim() || row.email;
    return row.askedAt
      ? [{ userId: row.userId, email: row.email, name, askedAt: row.askedAt }]
      : [];
  });
}
