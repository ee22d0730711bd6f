import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { VAT_PERCENT } from "../money.ts";
import { professionalProfiles } from "../tables.server.ts";
import type { Vat } from "./schema.ts";

/** In basis points, null as long as they have not said (rule: receipt). */
export function vatRateOf({ professionalId }: { professionalId: string }): SQL<number | null> {
  return sql`(select case vat_status when 'charged' then ${VAT_PERCENT * 100}::int when 'exempt' then 0 end
    from ${professionalProfiles} where id = ${professionalId})`;
}

export async function findVat(db: Executor, professionalId: string): Promise<Vat | null> {
  const { vatStatus, vatNumber, id } = professionalProfiles;
  const [row] = await db
    .select({ vatStatus, vatNumber })
    .from(professionalProfiles)
    .where(eq(id, professionalId));
  return row?.vatStatus ? { vatStatus: row.vatStatus, vatNumber: row.vatNumber } : null;
}

/** From the next booking on. */
export async function writeVat(
  tx: Transaction,
  professionalId: string,
  { vatStatus, vatNumber }: Vat,
): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ vatStatus, vatNumber: vatStatus === "charged" ? vatNumber : null })
    .where(eq(professionalProfiles.id, professionalId));
}
