import { type SQL, sql } from "drizzle-orm";
import { VAT_PERCENT } from "../money.ts";
import { taxDetails } from "../tables.server.ts";

/** The VAT within a professional's prices now, in basis points, as a value of SQL (rule: receipt). */
export function vatRateOf({ professionalId }: { professionalId: string }): SQL<number> {
  return sql`case when exists (select from ${taxDetails}
    where professional_id = ${professionalId} and vat_number is not null)
    then ${VAT_PERCENT * 100}::int else 0 end`;
}
