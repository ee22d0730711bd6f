import { and, eq, lt, sql } from "drizzle-orm";
import { type Executor, rowOf, type Transaction } from "#platform/postgres.server.ts";
import { cents } from "../money.ts";
import { MAX_REMINDERS, type TaxRequest } from "../professionals/tax-requests/rules.ts";
import { professionalProfiles, profiles, taxDetails, taxRequests } from "../tables.server.ts";
import { CENTS_DUE, SALES_DUE, type YearlySales } from "./rules.ts";
import type { Seller, TaxDetails } from "./schema.ts";

export async function findTaxDetails(
  db: Executor,
  professionalId: string,
): Promise<TaxDetails | null> {
  const [row] = await db
    .select()
    .from(taxDetails)
    .where(eq(taxDetails.professionalId, professionalId));
  if (!row) return null;
  const { professionalId: _, createdAt: __, updatedAt: ___, ...details } = row;
  return details;
}

export async function writeTaxDetails(
  db: Executor,
  professionalId: string,
  details: TaxDetails,
  now: Date,
): Promise<void> {
  const values = { ...details, updatedAt: now };
  await db
    .insert(taxDetails)
    .values({ professionalId, createdAt: now, ...values })
    .onConflictDoUpdate({ target: taxDetails.professionalId, set: values });
}

/** Falls back to their business without tax details. */
export async function findDeclaredSeller(db: Executor, professionalId: string): Promise<Seller> {
  const business = professionalProfiles;
  const [row] = await db
    .select({
      name: sql<string>`coalesce(${taxDetails.legalName}, ${business.businessName})`,
      tradeName: sql<string | null>`nullif(${business.businessName}, ${taxDetails.legalName})`,
      address: sql<string | null>`coalesce(${taxDetails.address}, ${business.businessAddress})`,
      postalCode: sql<
        string | null
      >`coalesce(${taxDetails.postalCode}, ${business.businessPostalCode})`,
      city: sql<string | null>`coalesce(${taxDetails.city}, ${business.businessCity})`,
      siret: business.siret,
      vatNumber: business.vatNumber,
    })
    .from(business)
    .leftJoin(taxDetails, eq(taxDetails.professionalId, business.id))
    .where(eq(business.id, professionalId));
  if (!row) throw new Error(`professional ${professionalId} is gone`);
  return { ...row, tradeName: row.tradeName === row.name ? null : row.tradeName };
}

const isSale = sql`confirmed_at is not null and price_paid_cents > 0`;

export async function countSales(
  db: Executor,
  professionalId: string,
  from: Date,
): Promise<YearlySales> {
  const found = await db.execute(sql`
    select count(*)::int as sales, coalesce(sum(price_paid_cents), 0)::int as "paidCents"
    from bookings where professional_id = ${professionalId} and ${isSale} and confirmed_at >= ${from}`);
  return rowOf<YearlySales>(found) ?? { sales: 0, paidCents: cents(0) };
}

export async function findToAsk(db: Executor, from: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with sold as (
      select professional_id as id from bookings
      where ${isSale} and confirmed_at >= ${from}
      group by 1 having count(*) >= ${SALES_DUE} or sum(price_paid_cents) >= ${CENTS_DUE}
    )
    select p.id from sold join ${professionalProfiles} p using (id)
    join ${profiles} u on u.id = p.user_id and u.account_status = 'active'
    where not exists (select from ${taxDetails} t where t.professional_id = p.id)
      and not exists (select from ${taxRequests} r where r.professional_id = p.id)
    order by p.id`);
  return rows.map(({ id }) => id);
}

interface Asked extends TaxRequest {
  professionalId: string;
  email: string;
}

const whose = sql`(select u.email from ${professionalProfiles} p join ${profiles} u on u.id = p.user_id
  where p.id = tax_requests.professional_id)`;
const asked = {
  professionalId: taxRequests.professionalId,
  askedAt: taxRequests.askedAt,
  reminders: taxRequests.reminders,
  email: sql<string>`${whose}`,
};

export async function noteAsked(
  tx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<Asked[]> {
  if (ids.length === 0) return [];
  return tx
    .insert(taxRequests)
    .values(ids.map((professionalId) => ({ professionalId, askedAt: now })))
    .onConflictDoNothing()
    .returning(asked);
}

/** Reminds and returns those whose last mail went before that. */
export async function noteReminded(tx: Transaction, before: Date, now: Date): Promise<Asked[]> {
  return tx
    .update(taxRequests)
    .set({ reminders: sql`${taxRequests.reminders} + 1`, remindedAt: now })
    .where(
      and(
        lt(taxRequests.reminders, MAX_REMINDERS),
        sql`coalesce(${taxRequests.remindedAt}, ${taxRequests.askedAt}) < ${before}`,
        sql`exists (select from ${professionalProfiles} p join ${profiles} u on u.id = p.user_id
          where p.id = tax_requests.professional_id and u.account_status = 'active')`,
      ),
    )
    .returning(asked);
}

export async function endRequest(tx: Transaction, professionalId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(taxRequests)
    .where(eq(taxRequests.professionalId, professionalId));
  return rowCount === 1;
}

export async function listRequests(db: Executor) {
  return db
    .select({
      ...asked,
      remindedAt: taxRequests.remindedAt,
      lookedAt: taxRequests.lookedAt,
      userId: professionalProfiles.userId,
      name: professionalProfiles.businessName,
    })
    .from(taxRequests)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, taxRequests.professionalId))
    .orderBy(taxRequests.askedAt, taxRequests.professionalId);
}

export async function noteLooked(
  tx: Transaction,
  professionalId: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(taxRequests)
    .set({ lookedAt: now })
    .where(eq(taxRequests.professionalId, professionalId));
  return rowCount === 1;
}

export async function findSellers(
  db: Executor,
  { from, before }: { from: Date; before: Date },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct professional_id as id from bookings
    where ${isSale} and confirmed_at >= ${from} and confirmed_at < ${before} order by 1`);
  return rows.map(({ id }) => id);
}
