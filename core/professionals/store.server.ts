import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { batchOf } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Leaver } from "../mailbox.ts";
import { cents } from "../money.ts";
import { LISTING_LEAD } from "../offers/rules.ts";
import {
  paymentAccountRequests,
  professionalDrafts,
  professionalProfiles,
  profiles,
} from "../tables.server.ts";
import type { Versioned } from "../versions.ts";
import { professionalJson } from "./directory/describe-professional.server.ts";
import type {
  AccountInput,
  BusinessChange,
  BusinessFields,
  DirectoryEntry,
  OwnProfessional,
  ProfessionalView,
} from "./schema.ts";

// ─── One's own ─────────────────────────────────────────────────────────────────────────────────

const ownColumns = {
  id: professionalProfiles.id,
  version: professionalProfiles.version,
  userId: professionalProfiles.userId,
  businessName: professionalProfiles.businessName,
  businessDescription: professionalProfiles.businessDescription,
  businessAddress: professionalProfiles.businessAddress,
  businessCity: professionalProfiles.businessCity,
  businessPostalCode: professionalProfiles.businessPostalCode,
  businessPhone: professionalProfiles.businessPhone,
  siret: professionalProfiles.siret,
  isVerified: professionalProfiles.isVerified,
  rating: professionalProfiles.rating,
  totalReviews: professionalProfiles.totalReviews,
  stripeConnectAccountId: professionalProfiles.stripeConnectAccountId,
  detailsSubmitted: professionalProfiles.detailsSubmitted,
  requirementsDue: professionalProfiles.requirementsDue,
  paymentAccountLostAt: professionalProfiles.paymentAccountLostAt,
  canReceiveCharges: professionalProfiles.canReceiveCharges,
  createdAt: professionalProfiles.createdAt,
};

/** A user's newest profile. */
export async function findOwnProfessional(
  db: Executor,
  userId: string,
): Promise<OwnProfessional | null> {
  const [row] = await db
    .select(ownColumns)
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId))
    .orderBy(desc(professionalProfiles.createdAt), desc(professionalProfiles.id))
    .limit(1);
  return row ?? null;
}

/** Locks the user against another new profile until the transaction ends. */
export async function lockOwner(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

export async function insertProfessional(
  tx: Transaction,
  userId: string,
  fields: BusinessFields,
): Promise<string> {
  const id = newId();
  await tx.insert(professionalProfiles).values({ id, userId, ...fields });
  return id;
}

/** Reads and locks the business until the transaction ends. */
export async function lockBusiness(tx: Transaction, id: string) {
  const [row] = await tx
    .select()
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id))
    .for("no key update");
  if (!row) throw new Error(`no professional profile ${id}`);
  return row;
}

/**
 * Columns whose value is undefined keep what they hold.
 *
 * @param edition the columns that count it.
 */
export async function updateProfessionalRow(
  tx: Transaction,
  id: string,
  change: BusinessChange,
  edition: Partial<Versioned>,
): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ ...change, ...edition, updatedAt: sql`now()` })
    .where(eq(professionalProfiles.id, id));
}

// ─── Told before a plan is chosen ──────────────────────────────────────────────────────────────

export async function saveDraft(
  db: Executor,
  userId: string,
  fields: BusinessFields,
  updatedAt: Date,
): Promise<void> {
  const blank = { businessAddress: null, businessCity: null, businessPostalCode: null };
  const draft = { ...blank, businessPhone: null, siret: null, ...fields, updatedAt };
  await db
    .insert(professionalDrafts)
    .values({ userId, ...draft })
    .onConflictDoUpdate({ target: professionalDrafts.userId, set: draft });
}

export async function findDraft(db: Executor, userId: string): Promise<BusinessFields | null> {
  const [row] = await db
    .select()
    .from(professionalDrafts)
    .where(eq(professionalDrafts.userId, userId));
  if (!row) return null;
  const { userId: _, updatedAt: __, ...fields } = row;
  return fields;
}

export async function deleteDraft(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(professionalDrafts).where(eq(professionalDrafts.userId, userId));
}

/** Deletes a batch of them. @returns how many. */
export async function deleteDraftsBefore(db: Executor, instant: Date): Promise<number> {
  const due = lt(professionalDrafts.updatedAt, instant);
  const { rowCount } = await db.delete(professionalDrafts).where(batchOf(professionalDrafts, due));
  return rowCount ?? 0;
}

// ─── Payment accounts ──────────────────────────────────────────────────────────────────────────

export type AccountRequest = typeof paymentAccountRequests.$inferSelect;

/** The professional's request to the provider; the first one's details count. */
export async function requestAccount(
  tx: Transaction,
  wish: AccountInput & { professionalId: string; email: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(paymentAccountRequests)
    .values({ id: newId(), ...wish })
    .onConflictDoNothing({ target: paymentAccountRequests.professionalId });
}

export async function findAccountRequest(
  db: Executor,
  professionalId: string,
): Promise<AccountRequest | null> {
  const [row] = await db
    .select()
    .from(paymentAccountRequests)
    .where(eq(paymentAccountRequests.professionalId, professionalId));
  return row ?? null;
}

/**
 * Deletes a request that the provider has refused: there is no account, and another may be
 * requested.
 */
export async function deleteAccountRequest(db: Executor, id: string): Promise<void> {
  await db.delete(paymentAccountRequests).where(eq(paymentAccountRequests.id, id));
}

/** The professional's account at the provider, null without one. */
export async function findAccountId(db: Executor, professionalId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: professionalProfiles.stripeConnectAccountId })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  return row?.accountId ?? null;
}

/** Saves it once: an existing account stays. */
export async function saveAccountId(
  db: Executor,
  professionalId: string,
  accountId: string,
): Promise<void> {
  await db
    .update(professionalProfiles)
    .set({ stripeConnectAccountId: accountId, paymentAccountLostAt: null, updatedAt: sql`now()` })
    .where(
      and(
        eq(professionalProfiles.id, professionalId),
        isNull(professionalProfiles.stripeConnectAccountId),
      ),
    );
}

/** The provider's permissions for an account. */
export interface AccountStanding {
  chargesEnabled: boolean;
  transfersActive: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  requirementsDue: boolean;
}

/** Locks the account's owner until the end of the transaction; null when it is nobody's here. */
export async function findAccountHolder(
  tx: Transaction,
  accountId: string,
): Promise<{ professionalId: string; canReceiveCharges: boolean; email: string } | null> {
  const [row] = await tx
    .select({
      professionalId: professionalProfiles.id,
      canReceiveCharges: professionalProfiles.canReceiveCharges,
      email: profiles.email,
    })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(professionalProfiles.stripeConnectAccountId, accountId))
    // A weaker lock, so that bookings can be inserted meanwhile: each refers to this row, while it
    // holds the lock of its offer.
    .for("no key update", { of: professionalProfiles });
  return row ?? null;
}

export async function savePaymentAccount(
  tx: Transaction,
  id: string,
  standing: AccountStanding,
): Promise<void> {
  await tx.update(professionalProfiles).set(standing).where(eq(professionalProfiles.id, id));
}

/** Deletes an account that is no longer ours to use, and the request for it. */
export async function dropPaymentAccount(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({
      ...{ stripeConnectAccountId: null, paymentAccountLostAt: now },
      ...{ chargesEnabled: false, transfersActive: false, payoutsEnabled: false },
      ...{ detailsSubmitted: false, requirementsDue: false },
    })
    .where(eq(professionalProfiles.id, id));
  await tx.delete(paymentAccountRequests).where(eq(paymentAccountRequests.professionalId, id));
}

/** The account's state, and the professional's names. */
export async function findAccountState(db: Executor, id: string) {
  const [row] = await db
    .select({
      businessName: professionalProfiles.businessName,
      stripeConnectAccountId: professionalProfiles.stripeConnectAccountId,
      paymentAccountLostAt: professionalProfiles.paymentAccountLostAt,
      detailsSubmitted: professionalProfiles.detailsSubmitted,
      requirementsDue: professionalProfiles.requirementsDue,
      canReceiveCharges: professionalProfiles.canReceiveCharges,
    })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id));
  return row ?? null;
}

// ─── What everybody may read ───────────────────────────────────────────────────────────────────

/** An active account, as `owner`, whose owner has not asked to leave. */
const present = sql`owner.account_status = 'active' and owner.deletion_asked_at is null`;

/** The newest profile of each active account: the directory's list. */
const listed = sql`${present} and not exists (
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

/** The directory, highest rating first, after a cursor if there is one. */
export function listProfessionalViews(
  db: Executor,
  { after, limit }: { after: { rating: number; id: string } | null; limit: number },
): Promise<ProfessionalView[]> {
  const following = after
    ? sql`and p.rating <= ${after.rating} and (p.rating < ${after.rating} or p.id > ${after.id})`
    : sql``;
  return readViews(db, sql`${listed} ${following}`, limit);
}

/**
 * Those with this text in their name, description, place or practices, as `matchesProfessional` has
 * it.
 */
const finds = (q: string) =>
  q === ""
    ? sql`true`
    : sql`strpos(
      search_key(concat_ws(' ', p.business_name, p.business_description,
        p.business_postal_code, p.business_city, (
          select string_agg(distinct t.name, ' ')
          from offerings own join activity_types t on t.id = own.activity_type_id
          where own.professional_id = p.id and own.is_active))),
      search_key(${q})) > 0`;

/** The directory's entries that these words find, highest rating first. */
export async function listDirectory(
  db: Executor,
  { q, limit, now }: { q: string; limit: number; now: Date },
): Promise<DirectoryEntry[]> {
  const { rows } = await db.execute<{ view: ProfessionalView; at: string | null; cents: number }>(
    sql`
    select ${professionalJson} as view, next.at, next.cents
    from (
      select p.* from professional_profiles p join profiles owner on owner.id = p.user_id
      where ${listed} and ${finds(q)} order by p.rating desc, p.id limit ${limit}
    ) p left join lateral (
      select min(next_slot_at) as at, min(price_cents) as cents from offers
      where professional_id = p.id and next_slot_at > ${new Date(now.getTime() + LISTING_LEAD)}
    ) next on true
    order by p.rating desc, p.id`,
  );
  return rows.map(({ view, at, cents: lowest }) => ({
    ...view,
    nextSlotAt: at === null ? null : new Date(at),
    fromCents: at === null ? null : cents(lowest),
  }));
}

/** The number of matches for these words, `most` at most. */
export async function countListed(db: Executor, q: string, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from professional_profiles p join profiles owner on owner.id = p.user_id
      where ${listed} and ${finds(q)} limit ${most}) counted`);
  return rows[0]?.count ?? 0;
}

/** One professional, unless their account is closed or about to be. */
export async function readProfessional(db: Executor, id: string): Promise<ProfessionalView | null> {
  const [view] = await readViews(db, sql`p.id = ${id} and ${present}`, 1);
  return view ?? null;
}

/** The best rated professionals with something to book now, at least 4.5. */
export function readPopular(db: Executor, limit: number): Promise<ProfessionalView[]> {
  return readViews(
    db,
    sql`p.rating >= 4.5 and exists (select from offers o where o.professional_id = p.id)`,
    limit,
  );
}

// ─── The operator's ────────────────────────────────────────────────────────────────────────────

export async function listProfessionalIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId));
  return rows.map(({ id }) => id);
}

/** The newest profile of the account with this e-mail; null when there is none. */
export async function findProfessionalOf(
  db: Executor,
  email: string,
): Promise<{ id: string; userId: string; businessName: string } | null> {
  const [row] = await db
    .select({
      id: professionalProfiles.id,
      userId: professionalProfiles.userId,
      businessName: professionalProfiles.businessName,
    })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(profiles.email, email))
    .orderBy(desc(professionalProfiles.createdAt), desc(professionalProfiles.id))
    .limit(1);
  return row ?? null;
}

export async function setVerified(tx: Transaction, id: string, isVerified: boolean): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ isVerified, updatedAt: sql`now()` })
    .where(eq(professionalProfiles.id, id));
}

export async function anonymiseProfessional(
  tx: Transaction,
  { userId, placeholder }: Leaver,
): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ businessDescription: "", businessPhone: null, updatedAt: sql`now()` })
    .where(eq(professionalProfiles.userId, userId));
  await tx
    .update(paymentAccountRequests)
    .set({ email: placeholder })
    .where(
      sql`${paymentAccountRequests.professionalId} in (
        select own.id from professional_profiles own where own.user_id = ${userId})`,
    );
}
