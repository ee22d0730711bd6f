import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";

/** The next statement sees all that was committed before. */
export async function lockSlot(tx: Transaction, slotId: string): Promise<void> {
  await tx.execute(sql`select from slots where id = ${slotId} for no key update`);
}
