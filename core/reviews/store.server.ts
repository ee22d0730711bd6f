import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Executor, type Reader, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import { isOwnerPresent } from "../tables/conditions.server.ts";
import { bookings, reviews, slots } from "../tables.server.ts";
import { authorLabel } from "./labels.ts";
import type { RemovedReply, ReviewView } from "./schema.ts";

export type Review = typeof reviews.$inferSelect;

/** Locks what a review depends on until the transaction ends. */
export async function lockBooked(tx: Transaction, id: string) {
  const { status, presence, contestedAt, pricePaidCents } = bookings;
  const [row] = await tx
    .select({ status, presence, contestedAt, pricePaidCents })
    .from(bookings)
    .where(eq(bookings.id, id))
    .for("update");
  if (!row) throw new Error(`booking ${id} is gone`);
  return row;
}

/** Null without a booking of an account. */
export async function findReviewable(db: Executor, id: string) {
  const { status, presence, contestedAt } = bookings;
  const [row] = await db
    .select({ status, presence, contestedAt, end: slots.endDatetime })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .where(and(eq(bookings.id, id), isNotNull(bookings.clientId)));
  return row ?? null;
}

export async function findReview(db: Executor, bookingId: string): Promise<Review | null> {
  const [row] = await db.select().from(reviews).where(eq(reviews.bookingId, bookingId));
  return row ?? null;
}

export async function listReviewedOf(
  db: Executor,
  authorId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  if (bookingIds.length === 0) return [];
  const rows = await db
    .select({ id: reviews.bookingId })
    .from(reviews)
    .where(and(inArray(reviews.bookingId, [...bookingIds]), eq(reviews.authorId, authorId)));
  return rows.map(({ id }) => id);
}

/** In these months, in another review. */
export async function hasRated(
  db: Executor,
  by: { authorId: string; professionalId: string; bookingId: string },
  during: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from reviews where author_id = ${by.authorId} and professional_id = ${by.professionalId}
      and booking_id <> ${by.bookingId} and status <> 'refused' and rates && ${during}::tstzrange
    limit 1`);
  return rows.length > 0;
}

export async function lockReview(tx: Transaction, id: string): Promise<Review | null> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for("update");
  return row ?? null;
}

export async function findReviewed(db: Executor, id: string): Promise<string | null> {
  const [row] = await db
    .select({ professionalId: reviews.professionalId })
    .from(reviews)
    .where(eq(reviews.id, id));
  return row?.professionalId ?? null;
}

export async function listRemovedReplies(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, RemovedReply>> {
  if (ids.length === 0) return new Map();
  const { id, reply, replyRemovedBecause, replyRemovedBasis, replyRemovedAt } = reviews;
  const rows = await db
    .select({
      id,
      reply,
      because: replyRemovedBecause,
      basis: replyRemovedBasis,
      at: replyRemovedAt,
    })
    .from(reviews)
    .where(and(inArray(reviews.id, [...ids]), isNotNull(replyRemovedAt)));
  return new Map(
    rows.flatMap(({ id, reply, because, basis, at }) =>
      because !== null && basis && at ? [[id, { text: reply ?? "", because, basis, at }]] : [],
    ),
  );
}

export async function insertReview(
  tx: Transaction,
  row: typeof reviews.$inferInsert,
): Promise<void> {
  await tx.insert(reviews).values(row);
}

export async function updateReview(
  tx: Transaction,
  id: string,
  change: Partial<typeof reviews.$inferInsert>,
): Promise<void> {
  await tx.update(reviews).set(change).where(eq(reviews.id, id));
}

export async function deleteReview(tx: Transaction, id: string): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.id, id));
}

/** The caller has their time (`lockPractitioner`), so that two reviews do not miss each other. */
export async function writeRating(tx: Transaction, professionalId: string): Promise<void> {
  await tx.execute(sql`
    update professional_profiles p set rating = found.rating, total_reviews = found.count
    from (select coalesce(round(avg(r.rating), 1), 0) as rating, count(r.rating)::int as count
      from reviews r where r.professional_id = ${professionalId} and r.status = 'published') found
    where p.id = ${professionalId}
      and (p.rating, p.total_reviews) is distinct from (found.rating, found.count)`);
}

interface Row extends Omit<ReviewView, "author" | "reply"> {
  firstName: string;
  lastName: string;
  reply: string | null;
  repliedAt: Date;
  /** To the microsecond. */
  at: string;
}

/** Newest first, of an open account; `after` is the last one that was read. */
export async function listPublished(
  db: Reader,
  of: { offering: string } | { professional: string } | { review: string },
  { limit, after }: { limit: number; after: { at: string; id: string } | null },
): Promise<(ReviewView & { at: string })[]> {
  const ofThese: SQL =
    "offering" in of
      ? sql`r.offering_id = ${of.offering}`
      : "review" in of
        ? sql`r.id = ${of.review}`
        : sql`r.professional_id = ${of.professional}`;
  const found = await db.execute(sql`
    select r.id, author.last_name as "lastName", r.rating, r.text, r.tags,
      case when b.presence_by = 'code' then 'code' else 'booking' end as proof,
      b.sold ->> 'title' as title, s.start_datetime as "sessionAt",
      r.published_at as "publishedAt", r.published_at::text as at, r.edited_at as "editedAt",
      r.replied_at as "repliedAt",
      case when r.reply_removed_at is null then r.reply end as reply,
      case author.account_status when 'deleted' then '' else author.first_name end as "firstName"
    from reviews r
    join bookings b on b.id = r.booking_id
    join slots s on s.id = b.slot_id
    join profiles author on author.id = r.author_id
    join professional_profiles p on p.id = r.professional_id
    join profiles owner on owner.id = p.user_id
    where ${ofThese} and r.status = 'published'
      and ${isOwnerPresent}
      ${after ? sql`and (r.published_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by r.published_at desc, r.id desc limit ${limit}`);
  return rowsOf<Row>(found).map(({ firstName, lastName, reply, repliedAt, ...row }) => ({
    ...row,
    author: authorLabel({ firstName, lastName }),
    reply: reply === null ? null : { text: reply, at: repliedAt },
  }));
}

export interface Unreviewed {
  bookingId: string;
  end: Date;
  email: string;
}

/** Hours are found by index, and include up to two hours of pause after the end. */
export async function listUnreviewed(
  db: Executor,
  spans: readonly { from: Date; to: Date }[],
  now: Date,
): Promise<Unreviewed[]> {
  const over = spans.map(
    ({
      from,
      to,
    }) => sql`(upper(o.during) > ${from} and upper(o.during) <= ${to}::timestamptz + interval '2 hours'
      and s.end_datetime > ${from} and s.end_datetime <= ${to})`,
  );
  const found = await db.execute(sql`
    select b.id as "bookingId", s.end_datetime as "end", b.buyer_email as email
    from occupied o join slots s on s.id = o.slot_id
    join bookings b on b.slot_id = s.id join profiles client on client.id = b.client_id
    where (${sql.join(over, sql` or `)}) and b.status = 'confirmed' and b.confirmed_at is not null
      and (b.presence is distinct from 'absent' or b.contested_at is not null)
      and client.account_status = 'active'
      and not exists (select from reviews r where r.booking_id = b.id)
      and not exists (select from reviews r where r.author_id = b.client_id
        and r.professional_id = b.professional_id and r.status <> 'refused' and r.rates @> ${now}::timestamptz)
    order by s.end_datetime, b.id`);
  return rowsOf(found);
}
