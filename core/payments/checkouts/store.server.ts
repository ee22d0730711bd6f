import { sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import { payments } from "../../tables.server.ts";
import { CLOSED_CHECKOUT } from "../rules.ts";

/** Empties a batch of closed checkouts. @returns how many. */
export async function emptyClosed(db: Executor): Promise<number> {
  // Written out as the partial index has it, so that PostgreSQL uses it.
  const due = sql`success_url <> '' and status not in ('creating', 'open')`;
  const { rowCount } = await db
    .update(payments)
    .set(CLOSED_CHECKOUT)
    .where(batchOf(payments, due, payments.createdAt));
  return rowCount ?? 0;
}
