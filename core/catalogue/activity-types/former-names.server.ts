import { sql } from "drizzle-orm";

/** The names that lead to a type, under `t`, since it was renamed or they were merged into it. */
export const FORMER_NAMES = sql`array(select former.name from activity_types former
  where former.merged_into_id = t.id order by 1)`;
