import { and, desc, eq, ne, type SQLWrapper, sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { bookings, professionalProfiles, profiles } from "../../tables.server.ts";
import type { Author, AuthorCase, ReportedKind } from "../schema.ts";

export async function listWaiting(db: Executor, userId: string) {
  // From the few open reports, not from all that somebody has written.
  const found = await db.execute(sql`
    select kind, id, min(at) as at from (
      select 'content' as kind, coalesce(r.offering_id, r.professional_id) as id, r.created_at as at
      from content_reports r join professional_profiles p on p.id = r.professional_id
      where r.decision_id is null and p.user_id = ${userId}
      union all
      select 'review', r.review_id, r.created_at
      from review_reports r join reviews v on v.id = r.review_id
      where r.decided_at is null and v.author_id = ${userId}
      union all
      select 'letter', r.letter_id, r.created_at
      from letter_reports r join letters l on l.id = r.letter_id
        join bookings b on b.id = l.booking_id
        join professional_profiles p on p.id = b.professional_id
      where r.decided_at is null
        and case l.by when 'client' then b.client_id else p.user_id end = ${userId}
    ) waiting group by kind, id order by at, id`);
  return rowsOf<{ kind: ReportedKind; id: string; at: Date }>(found);
}

/** A review and a message have their professional's name. */
export async function readNames(db: Executor, ids: readonly string[]) {
  const wanted = sql`any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<{ id: string; name: string; by: AuthorCase["by"] }>(sql`
    select id, title as name, null as by from offerings where id = ${wanted}
    union all
    select id, business_name, null from professional_profiles where id = ${wanted}
    union all
    select v.id, p.business_name, null
    from reviews v join professional_profiles p on p.id = v.professional_id where v.id = ${wanted}
    union all
    select l.id, p.business_name, l.by
    from letters l join bookings b on b.id = l.booking_id
      join professional_profiles p on p.id = b.professional_id where l.id = ${wanted}`);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export async function readAuthor(db: Executor, userId: string): Promise<Author | null> {
  const booked = (by: typeof bookings.clientId | typeof bookings.professionalId, id: SQLWrapper) =>
    sql<number>`(select count(*)::int from bookings where ${by} = ${id} and bookings.status <> 'cancelled')`;
  const [row] = await db
    .select({
      since: profiles.createdAt,
      booked: booked(bookings.clientId, profiles.id),
      business: {
        since: professionalProfiles.createdAt,
        booked: booked(bookings.professionalId, professionalProfiles.id),
        rating: professionalProfiles.rating,
        totalReviews: professionalProfiles.totalReviews,
        isVerified: professionalProfiles.isVerified,
      },
    })
    .from(profiles)
    .leftJoin(professionalProfiles, eq(professionalProfiles.userId, profiles.id))
    .where(and(eq(profiles.id, userId), ne(profiles.accountStatus, "deleted")))
    .orderBy(desc(professionalProfiles.createdAt))
    .limit(1);
  if (!row) return null;
  const { since, booked: own, business } = row;
  return { since, booked: own, business };
}
