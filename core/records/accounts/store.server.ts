import { desc, eq } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import {
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  users,
} from "../../tables.server.ts";

export async function readAccount(db: Executor, userId: string) {
  const [row] = await db
    .select({
      profile: profiles,
      emailVerified: users.emailVerified,
      professional: {
        id: professionalProfiles.id,
        businessName: professionalProfiles.businessName,
        city: professionalProfiles.businessCity,
        isVerified: professionalProfiles.isVerified,
        accountId: professionalProfiles.stripeConnectAccountId,
        canReceiveCharges: professionalProfiles.canReceiveCharges,
        createdAt: professionalProfiles.createdAt,
      },
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .leftJoin(professionalProfiles, eq(professionalProfiles.userId, profiles.id))
    .where(eq(profiles.id, userId))
    .orderBy(desc(professionalProfiles.createdAt))
    .limit(1);
  return row ?? null;
}

export function listPlans(db: Executor, userId: string) {
  return db
    .select({
      plan: professionalSubscriptions.planType,
      status: professionalSubscriptions.status,
      createdAt: professionalSubscriptions.createdAt,
      cancelAt: professionalSubscriptions.cancelAt,
      pastDueSince: professionalSubscriptions.pastDueSince,
      stripeId: professionalSubscriptions.stripeSubscriptionId,
    })
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId))
    .orderBy(desc(professionalSubscriptions.createdAt));
}
