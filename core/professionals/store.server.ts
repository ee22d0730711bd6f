import { eq, type SQL, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { ProfessionalView } from "../catalogue/schema.ts";
import { professionalProfiles } from "../tables.server.ts";
import { professionalJson } from "./describe-professional.server.ts";

/** Whose account it is, or null when it is nobody's here. */
export async function savePaymentAccount(
  tx: Transaction,
  accountId: string,
  state: {
    chargesEnabled: boolean;
    transfersActive: boolean;
    payoutsEnabled: boolean;
    detailsSubmitted: boolean;
  },
): Promise<string | null> {
  const [row] = await tx
    .update(professionalProfiles)
    .set(state)
    .where(eq(professionalProfiles.stripeConnectAccountId, accountId))
    .returning({ id: professionalProfiles.id });
  return row?.id ?? null;
}

/** The newest profile of each active account (S1§3): what the directory lists. */
const listed = sql`owner.account_status = 'active' and not exists (
  select from professional_profiles newer
  where newer.user_id = p.user_id and (newer.created_at, newer.id) > (p.created_at, p.id))`;

async function readViews(
  db: Executor,
  conditions: SQL,
  limit: number,
): Promise<ProfessionalView[]> {
  const { rows } = await db.execute<{ view: ProfessionalView }>(sql`
    select ${professionalJson} as view
    from professional_profiles p join profiles owner on owner.id = p.user_id
    where ${conditions} order by p.rating desc, p.id limit ${limit}`);
  return rows.map((row) => row.view);
}

/** The directory, highest rating first (S1§4), after a cursor if there is one. */
export function listProfessionalViews(
  db: Executor,
  { after, limit }: { after: { rating: number; id: string } | null; limit: number },
): Promise<ProfessionalView[]> {
  const following = after
    ? sql`and p.rating <= ${after.rating} and (p.rating < ${after.rating} or p.id > ${after.id})`
    : sql``;
  return readViews(db, sql`${listed} ${following}`, limit);
}

/** Those whose name, description, city or practices have this text, as `matchesProfessional` says. */
export function searchProfessionalViews(
  db: Executor,
  q: string,
  limit: number,
): Promise<ProfessionalView[]> {
  return readViews(
    db,
    sql`${listed} and strpos(
      search_key(concat_ws(' ', p.business_name, p.business_description, p.business_city, (
        select string_agg(distinct t.name, ' ')
        from sessions own join activity_types t on t.id = own.activity_type_id
        where own.professional_id = p.id and own.is_active))),
      search_key(${q})) > 0`,
    limit,
  );
}

/** One professional, unless their account is closed. */
export async function readProfessional(db: Executor, id: string): Promise<ProfessionalView | null> {
  const [view] = await readViews(db, sql`p.id = ${id} and owner.account_status = 'active'`, 1);
  return view ?? null;
}

/** The best rated (S1§9: 4.5 or more) who can be booked now. */
export function readPopular(db: Executor, limit: number): Promise<ProfessionalView[]> {
  return readViews(
    db,
    sql`p.rating >= 4.5 and exists (select from offers o where o.professional_id = p.id)`,
    limit,
  );
}
