import { sql } from "drizzle-orm";
import type { ListedProfessional, ProfessionalView } from "../schema.ts";

/**
 * Public columns (rule: public-columns) of `professional_profiles p`, as pairs of name and value.
 */
const columns = sql`'id', p.id, 'businessName', p.business_name,
  'businessDescription', p.business_description, 'businessCity', p.business_city,
  'businessPostalCode', p.business_postal_code, 'rating', p.rating,
  'totalReviews', p.total_reviews, 'isVerified', p.is_verified`;

export const listedProfessionalJson = sql<ListedProfessional>`json_build_object(${columns})`;

export const professionalJson = sql<ProfessionalView>`json_build_object(${columns},
  'categories', array(
    select distinct t.name from offerings own join activity_types t on t.id = own.activity_type_id
    where own.professional_id = p.id and own.is_active order by 1))`;
