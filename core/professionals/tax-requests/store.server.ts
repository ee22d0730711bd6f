import { eq, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { taxRequests } from "../../tables.server.ts";
import type { TaxRequest } from "./rules.ts";

const request = { askedAt: taxRequests.askedAt, reminders: taxRequests.reminders };

export async function findTaxRequest(db: Executor, professionalId: string) {
  const [row] = await db
    .select(request)
    .from(taxRequests)
    .where(eq(taxRequests.professionalId, professionalId));
  return row ?? null;
}

export async function findRequestOf(db: Executor, offeringId: string): Promise<TaxRequest | null> {
  const owner = sql`(select o.professional_id from offerings o where o.id = ${offeringId})`;
  const [row] = await db
    .select(request)
    .from(taxRequests)
    .where(sql`${taxRequests.professionalId} = ${owner}`);
  return row ?? null;
}
