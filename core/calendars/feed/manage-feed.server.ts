import { eq, sql } from "drizzle-orm";
import { writeIcs } from "#platform/ical/write-ics.server.ts";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { DAY, HOUR } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { feeds } from "../../tables.server.ts";

function feedTitle({ title, capacity, taken, people }: FeedSlot): string {
  const [only] = people;
  return `${title} · ${capacity === 1 && only ? only : `${taken} sur ${capacity}`}`;
}

function feedText({ people, outside }: FeedSlot, url: string): string {
  const others = outside > 1 ? `${outside} clients hors site` : "1 client hors site";
  const lines = [...people, ...(outside > 0 ? [others] : [])];
  return [...lines, `Notes et messages : ${url}`].join("\n");
}

/** Not of a suspended or leaving account. Notes the time of reading at most once an hour. */
async function openFeed(
  db: Executor,
  secretHash: string,
  { now, before }: { now: Date; before: Date },
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string; professionalId: string; isStale: boolean }>(sql`
    select f.id, f.professional_id as "professionalId", coalesce(f.read_at < ${before}, true) as "isStale"
    from feeds f
      join professional_profiles p on p.id = f.professional_id
      join profiles owner on owner.id = p.user_id
    where f.secret_hash = ${secretHash} and owner.account_status = 'active'`);
  const row = rows[0];
  if (row?.isStale) await db.update(feeds).set({ readAt: now }).where(eq(feeds.id, row.id));
  return row?.professionalId ?? null;
}

/** What other calendars may know (rule: calendar-out). */
interface FeedSlot {
  slotId: string;
  title: string;
  start: Date;
  end: Date;
  capacity: number;
  taken: number;
  outside: number;
  people: string[];
  /** Grows with every edit of the slot and with every change to its bookings. */
  sequence: number;
  changedAt: Date;
}

const MAX_SLOTS = 2_000;

async function listFeedSlots(
  db: Executor,
  { professionalId, from, to }: { professionalId: string; from: Date; to: Date },
): Promise<FeedSlot[]> {
  const found = await db.execute(sql`
    select slot.id as "slotId", offering.title, slot.start_datetime as start,
      slot.end_datetime as "end", slot.capacity, slot.outside_seats as outside,
      (slot.outside_seats + booked.seats)::int as taken, booked.people,
      (slot.version + booked.changes)::int as sequence,
      greatest(slot.created_at, booked.changed_at) as "changedAt"
    from offerings offering
      join slots slot on slot.offering_id = offering.id
      cross join lateral (
        select coalesce(sum(b.seats) filter (where b.status = 'confirmed'), 0) as seats,
          coalesce(json_agg(concat_ws(' ', nullif(client.first_name, ''),
            nullif(left(client.last_name, 1), '') || '.',
            case when b.seats > 1 then '(' || b.seats || ' places)' end) order by client.first_name, b.id)
            filter (where b.status = 'confirmed'), '[]') as people,
          count(*) + count(b.cancelled_at) + coalesce(sum(b.calendar_sequence), 0) as changes,
          max(greatest(b.confirmed_at, b.cancelled_at, b.changed_at)) as changed_at
        from bookings b left join profiles client on client.id = b.client_id
        where b.slot_id = slot.id and b.confirmed_at is not null
      ) booked
    where offering.professional_id = ${professionalId}
      and slot.start_datetime >= ${from} and slot.start_datetime < ${to}
      and slot.outside_seats + booked.seats > 0
    order by slot.start_datetime, slot.id limit ${MAX_SLOTS}`);
  return rowsOf<FeedSlot>(found).map((row) => ({
    ...row,
    people: row.people.map((name) => name || "Client"),
  }));
}

/**
 * Revokes the previous one (rule: calendar-out); shown once, because only its hash is stored.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function renewFeed(ctx: Context): Promise<{ url: string }> {
  const { professionalId } = requireProfessional(ctx);
  const secret = newSecret();
  const opened = { secretHash: hashSecret(secret), createdAt: ctx.now() };
  await ctx.db
    .insert(feeds)
    .values({ id: newId(), professionalId, ...opened })
    .onConflictDoUpdate({ target: feeds.professionalId, set: { ...opened, readAt: null } });
  return { url: ctx.config.appUrl + addresses.calendarFeed(secret) };
}

/** @throws AppError `not_found` if there is none. */
export async function revokeFeed(ctx: Context): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const isOwn = eq(feeds.professionalId, professionalId);
  const { rowCount } = await ctx.db.delete(feeds).where(isOwn);
  if (rowCount === 0)
    throw new AppError("not_found", { message: "Cette adresse est déjà fermée." });
}

/**
 * Null without one; only the hash of the address is stored, so it cannot be shown.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function showFeed(
  ctx: Context,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const { professionalId } = requireProfessional(ctx);
  const { createdAt, readAt } = feeds;
  const isOwn = eq(feeds.professionalId, professionalId);
  const [feed] = await ctx.db.select({ createdAt, readAt }).from(feeds).where(isOwn);
  return feed ?? null;
}

const BACK = 30 * DAY;
const AHEAD = 365 * DAY;

/**
 * Hours, offering, seats and first names only (rule: calendar-out).
 * @throws AppError `not_found` for an unknown or revoked secret.
 */
export async function readFeed(ctx: Context, { secret }: { secret: string }): Promise<string> {
  const now = ctx.now();
  const before = new Date(now.getTime() - HOUR);
  const professionalId = await openFeed(ctx.db, hashSecret(secret), { now, before });
  if (!professionalId) throw new AppError("not_found");
  const from = new Date(now.getTime() - BACK);
  const to = new Date(now.getTime() + AHEAD);
  const slots = await listFeedSlots(ctx.db, { professionalId, from, to });
  const host = new URL(ctx.config.appUrl).hostname;
  const events = slots.map((slot) => {
    const { slotId, start, end, sequence, changedAt } = slot;
    const url = ctx.config.appUrl + addresses.agendaSlot(dayKey(start), slotId);
    const description = feedText(slot, url);
    const title = feedTitle(slot);
    return { uid: `${slotId}@${host}`, title, start, end, sequence, changedAt, description, url };
  });
  return writeIcs(events, { name: "Parenthèse" });
}
