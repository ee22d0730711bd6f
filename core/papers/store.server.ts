import { eq, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { cents } from "../money.ts";
import { bookings, professionalProfiles, profiles, taxDetails } from "../tables.server.ts";
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

/** The seller by the details for the tax office, else by their business. */
export async function findSeller(db: Executor, professionalId: string): Promise<Seller> {
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
      vatNumber: taxDetails.vatNumber,
    })
    .from(business)
    .leftJoin(taxDetails, eq(taxDetails.professionalId, business.id))
    .where(eq(business.id, professionalId));
  if (!row) throw new Error(`professional ${professionalId} is gone`);
  return { ...row, tradeName: row.tradeName === row.name ? null : row.tradeName };
}

export async function findVatRate(db: Executor, bookingId: string): Promise<number> {
  const [row] = await db
    .select({ rate: bookings.vatRate })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  return row?.rate ?? 0;
}

const isSale = sql`confirmed_at is not null and price_paid_cents > 0`;

/** The sales of one professional since an instant. */
export async function countSales(
  db: Executor,
  professionalId: string,
  from: Date,
): Promise<YearlySales> {
  const { rows } = await db.execute<{ sales: number; paid: number }>(sql`
    select count(*)::int as sales, coalesce(sum(price_paid_cents), 0)::int as paid from bookings
    where professional_id = ${professionalId} and ${isSale} and confirmed_at >= ${from}`);
  return { sales: rows[0]?.sales ?? 0, paidCents: cents(rows[0]?.paid ?? 0) };
}

/** Those whose details are due since an instant, have given none, and were not asked under `key`. */
export async function findToAsk(
  db: Executor,
  from: Date,
  key: string,
): Promise<{ professionalId: string; email: string }[]> {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    with sold as (
      select professional_id as id from bookings
      where ${isSale} and confirmed_at >= ${from}
      group by 1 having count(*) >= ${SALES_DUE} or sum(price_paid_cents) >= ${CENTS_DUE}
    )
    select p.id, u.email from sold join ${professionalProfiles} p using (id)
    join ${profiles} u on u.id = p.user_id
    where not exists (select from ${taxDetails} t where t.professional_id = p.id)
      and not exists (select from mails m
        where m.kind = 'tax-details-due' and m.reference = p.id || ':' || ${key}::text)
    order by p.id`);
  return rows.map(({ id, email }) => ({ professionalId: id, email }));
}

/** Everybody who sold something within a period, in the order of their ids. */
export async function findSellers(
  db: Executor,
  { from, before }: { from: Date; before: Date },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct professional_id as id from bookings
    where ${isSale} and confirmed_at >= ${from} and confirmed_at < ${before} order by 1`);
  return rows.map(({ id }) => id);
}
