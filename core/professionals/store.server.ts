import { type AnyColumn, desc, eq, getTableColumns, lt, sql } from "drizzle-orm";
import { deleteBatch } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import { professionalInfo } from "../accounts/profile/update-profile.server.ts";
import type { Leaver } from "../mailbox.ts";
import {
  paymentAccountRequests,
  professionalDrafts,
  professionalProfiles,
  profiles,
  taxDetails,
} from "../tables.server.ts";
import type { Versioned } from "../versions.ts";
import { sellerForm } from "./rules.ts";
import type { BusinessChange, BusinessFields, SellerInFull } from "./schema.ts";
import { openingHoursOf, writeOpeningHours } from "./working-time/keep-opening-hours.server.ts";

const ownColumns = {
  ...professionalInfo,
  version: professionalProfiles.version,
  userId: professionalProfiles.userId,
  vatStatus: professionalProfiles.vatStatus,
  vatNumber: professionalProfiles.vatNumber,
  stripeConnectAccountId: professionalProfiles.stripeConnectAccountId,
  detailsSubmitted: professionalProfiles.detailsSubmitted,
  requirementsDue: professionalProfiles.requirementsDue,
  paymentAccountLostAt: professionalProfiles.paymentAccountLostAt,
  canReceiveCharges: professionalProfiles.canReceiveCharges,
  createdAt: professionalProfiles.createdAt,
  bufferMinutes: professionalProfiles.bufferMinutes,
  noticeMinutes: professionalProfiles.noticeMinutes,
  shownPhone: professionalProfiles.shownPhone,
  openingHours: openingHoursOf(sql`${professionalProfiles.id}`),
};

export async function findOwnProfessional(db: Executor, userId: string) {
  const [row] = await db
    .select(ownColumns)
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId))
    .orderBy(desc(professionalProfiles.createdAt), desc(professionalProfiles.id))
    .limit(1);
  return row ?? null;
}

/** Holds off another new profile until the transaction ends. */
export async function lockOwner(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
}

export async function insertProfessional(tx: Transaction, userId: string, fields: BusinessFields) {
  const id = newId();
  await tx.insert(professionalProfiles).values({ id, userId, ...fields });
  return id;
}

export async function lockBusiness(tx: Transaction, id: string) {
  const [row] = await tx
    .select({
      ...getTableColumns(professionalProfiles),
      openingHours: openingHoursOf(sql`${professionalProfiles.id}`),
    })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id))
    .for("no key update");
  if (!row) throw new Error(`no professional profile ${id}`);
  return row;
}

/** Undefined values stay. @param edition the columns that count it. */
export async function updateProfessionalRow(
  tx: Transaction,
  id: string,
  { openingHours, ...change }: BusinessChange,
  edition: Partial<Versioned>,
): Promise<void> {
  if (openingHours) await writeOpeningHours(tx, id, openingHours);
  await tx
    .update(professionalProfiles)
    .set({ ...change, ...edition, updatedAt: sql`now()` })
    .where(eq(professionalProfiles.id, id));
}

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

export async function deleteDraftsBefore(db: Executor, instant: Date): Promise<number> {
  const due = lt(professionalDrafts.updatedAt, instant);
  return deleteBatch(db, professionalDrafts, due);
}

export async function listProfessionalIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId));
  return rows.map(({ id }) => id);
}

export async function setVerified(tx: Transaction, id: string, isVerified: boolean): Promise<void> {
  await tx
    .update(professionalProfiles)
    .set({ isVerified, updatedAt: sql`now()` })
    .where(eq(professionalProfiles.id, id));
}

export async function anonymiseProfessional(tx: Transaction, { userId, placeholder }: Leaver) {
  await tx
    .update(professionalProfiles)
    .set({
      ...{ businessDescription: "", businessPhone: null },
      ...{ updatedAt: sql`now()`, leftAt: sql`now()` },
    })
    .where(eq(professionalProfiles.userId, userId));
  await tx
    .update(paymentAccountRequests)
    .set({ email: placeholder })
    .where(
      sql`${paymentAccountRequests.professionalId} in (
        select own.id from professional_profiles own where own.user_id = ${userId})`,
    );
}

export async function writeSellsUntil(tx: Transaction, userId: string, sellsUntil: Date | null) {
  await tx
    .update(professionalProfiles)
    .set({ sellsUntil })
    .where(eq(professionalProfiles.userId, userId));
}

/** Without a place of the business, that of the tax details counts (rule: who-sells). */
export async function readSeller(db: Reader, id: string): Promise<SellerInFull | null> {
  const business = professionalProfiles;
  const hasPlace = sql`${business.businessCity} is not null`;
  const placeOf = (own: AnyColumn, declared: AnyColumn) =>
    sql<string | null>`case when ${hasPlace} then ${own} else coalesce(${declared}, ${own}) end`;
  const [row] = await db
    .select({
      tradeName: business.businessName,
      legalName: taxDetails.legalName,
      legalForm: taxDetails.legalForm,
      businessType: paymentAccountRequests.businessType,
      siret: business.siret,
      registration: taxDetails.registration,
      address: placeOf(business.businessAddress, taxDetails.address),
      postalCode: placeOf(business.businessPostalCode, taxDetails.postalCode),
      city: placeOf(business.businessCity, taxDetails.city),
      phone: business.businessPhone,
    })
    .from(business)
    .leftJoin(taxDetails, eq(taxDetails.professionalId, business.id))
    .leftJoin(paymentAccountRequests, eq(paymentAccountRequests.professionalId, business.id))
    .where(eq(business.id, id));
  if (!row) return null;
  const { legalForm, businessType, ...seller } = row;
  return { ...seller, form: sellerForm(legalForm, businessType) };
}
