import { sql } from "drizzle-orm";
import type { ProfessionalView } from "../catalogue/schema.ts";

/** The public columns (R29) of `professional_profiles p`, as JSON of {@link ProfessionalView}. */
export const professionalJson = sql<ProfessionalView>`json_build_object('id', p.id, 'businessName', p.business_name,
  'businessDescription', p.business_description, 'businessCity', p.business_city,
  'businessPostalCode', p.business_postal_code, 'rating', p.rating,
  'totalReviews', p.total_reviews, 'isVerified', p.is_verified,
  'categories', array(
    select distinct t.name from sessions own join activity_types t on t.id = own.activity_type_id
    where own.professional_id = p.id and own.is_active order by 1))`;
