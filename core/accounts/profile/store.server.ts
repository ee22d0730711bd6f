import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import {
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  users,
} from "../../tables.server.ts";
import type { Versioned } from "../../versions.ts";
import type { Newcomer } from "../return-paths/rules.ts";
import { isUnfinished } from "../rules.ts";
import type { Profile, ProfileEdit } from "../schema.ts";

export const newestProfessional = sql<string | null>`(
  select pp.id from ${professionalProfiles} pp where pp.user_id = ${profiles.id}
  order by pp.created_at desc limit 1)`;
export const liveSubscription = sql<boolean>`exists (
  select from ${professionalSubscriptions} ps
  where ps.user_id = ${profiles.id} and ps.status in ('active', 'past_due'))`;

export async function findNewcomer(db: Executor, userId: string): Promise<Newcomer> {
  const [row] = await db
    .select({
      firstName: profiles.firstName,
      isPro: profiles.isPro,
      professionalId: newestProfessional,
      hasActiveSubscription: liveSubscription,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId));
  return {
    named: row?.firstName !== "",
    unfinished: row ? isUnfinished(row) : false,
    sells: Boolean(row?.professionalId),
  };
}

export async function findProfile(db: Executor, userId: string): Promise<Profile | null> {
  const [row] = await db
    .select({
      id: profiles.id,
      version: profiles.version,
      email: profiles.email,
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      phone: profiles.phone,
      smsNumber: profiles.smsNumber,
      isClient: profiles.isClient,
      isPro: profiles.isPro,
      canCreateActivities: profiles.canCreateActivities,
      accountStatus: profiles.accountStatus,
      sessionCount: profiles.sessionCount,
      lastQuotaReset: profiles.lastQuotaReset,
      plan: professionalSubscriptions.planType,
    })
    .from(profiles)
    .leftJoin(
      professionalSubscriptions,
      and(
        eq(professionalSubscriptions.userId, profiles.id),
        inArray(professionalSubscriptions.status, ["active", "past_due"]),
      ),
    )
    .where(eq(profiles.id, userId));
  if (!row) return null;
  // Only professionals get their professional profile loaded.
  return { ...row, professionalInfo: row.isPro ? await newestProfessionalOf(db, userId) : null };
}

export async function lockOwnProfile(tx: Transaction, userId: string) {
  const { firstName, lastName, phone, smsNumber, isClient, version, changedIn } = profiles;
  const [row] = await tx
    .select({ firstName, lastName, phone, smsNumber, isClient, version, changedIn })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
  if (!row) throw new Error(`no profile ${userId}`);
  return row;
}

export const professionalInfo = {
  id: professionalProfiles.id,
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
};

async function newestProfessionalOf(db: Executor, userId: string) {
  const [row] = await db
    .select(professionalInfo)
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId))
    .orderBy(desc(professionalProfiles.createdAt))
    .limit(1);
  return row ?? null;
}

/** Undefined values stay. @param edition counts the owner's own changes. */
export async function updateProfileRow(
  tx: Transaction,
  userId: string,
  change: ProfileEdit & { smsAgreedAt?: Date | null; isPro?: boolean },
  edition: Partial<Versioned> = {},
): Promise<void> {
  await tx
    .update(profiles)
    .set({ ...change, ...edition, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
  await tx
    .update(users)
    .set({
      name: sql`(select first_name from ${profiles} where id = ${userId})`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId));
}

export async function findDeletionRequest(db: Executor, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ askedAt: profiles.deletionAskedAt })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return row?.askedAt ?? null;
}
