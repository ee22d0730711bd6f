import { sql } from "drizzle-orm";

/** With what both say (rule: reviews). */
export const selectWrongRatings = () => sql`
  select p.id, 'note ' || p.rating || ' de ' || p.total_reviews || ' avis, publiés : '
    || coalesce(found.rating, 0) || ' de ' || coalesce(found.count, 0) as fault
  from professional_profiles p
  left join (select r.professional_id, round(avg(r.rating), 1) as rating, count(r.rating)::int as count
    from reviews r where r.status = 'published' group by r.professional_id) found
    on found.professional_id = p.id
  where (p.rating, p.total_reviews) is distinct from (coalesce(found.rating, 0), coalesce(found.count, 0))`;
