import { sql } from "drizzle-orm";
import { OFFERING_LISTS } from "./labels.ts";

/** The lists of an offering `o`, each a column. */
export const LIST_COLUMNS = sql.join(
  OFFERING_LISTS.map((name) => sql`o.${sql.identifier(name)}`),
  sql`, `,
);
