import { sql } from "drizzle-orm";
import { OFFERING_LISTS } from "./labels.ts";

export const LIST_COLUMNS = sql.join(
  OFFERING_LISTS.map((name) => sql`o.${sql.identifier(name)}`),
  sql`, `,
);
