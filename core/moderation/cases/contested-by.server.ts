import { type SQL, sql } from "drizzle-orm";

/** The condition that this account's owner has written a row `t`. */
export const contestedBy = (userId: string): SQL => sql`(
  t.report_id in (select r.id from review_reports r where r.reporter_id = ${userId}
    union all select r.id from letter_reports r where r.reporter_id = ${userId})
  or (t.report_id is null and (
    (not t.is_reply and t.review_id in (select r.id from reviews r where r.author_id = ${userId}))
    or (t.is_reply and t.review_id in (select r.id from reviews r
      join professional_profiles p on p.id = r.professional_id where p.user_id = ${userId}))
    or t.letter_id in (select l.id from letters l join bookings b on b.id = l.booking_id
      where (l.by = 'client' and b.client_id = ${userId})
        or (l.by = 'professional' and b.professional_id in (
          select p.id from professional_profiles p where p.user_id = ${userId}))))))`;
