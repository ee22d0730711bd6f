import { and, eq, isNull, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { paymentAccountRequests, professionalProfiles, profiles } from "../../tables.server.ts";
import type { AccountInput } from "../schema.ts";

export type AccountRequest = typeof paymentAccountRequests.$inferSelect;

export async function requestAccount(
  tx: Transaction,
  input: AccountInput & { professionalId: string; email: string; createdAt: Date },
): Promise<void> {
  await tx
    .insert(paymentAccountRequests)
    .values({ id: newId(), ...input })
    .onConflictDoNothing({ target: paymentAccountRequests.professionalId });
}

export async function findAccountRequest(db: Executor, professionalId: string) {
  const [row] = await db
    .select()
    .from(paymentAccountRequests)
    .where(eq(paymentAccountRequests.professionalId, professionalId));
  return row ?? null;
}

/** Another may be requested, since the provider made no account. */
export async function deleteAccountRequest(db: Executor, id: string): Promise<void> {
  await db.delete(paymentAccountRequests).where(eq(paymentAccountRequests.id, id));
}

export async function findAccountId(db: Executor, professionalId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: professionalProfiles.stripeConnectAccountId })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  return row?.accountId ?? null;
}

export async function saveAccountId(db: Executor, professionalId: string, accountId: string) {
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

export type AccountStanding = Pick<
  typeof professionalProfiles.$inferSelect,
  "chargesEnabled" | "transfersActive" | "payoutsEnabled" | "detailsSubmitted" | "requirementsDue"
>;

export async function findHolderId(db: Executor, accountId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.stripeConnectAccountId, accountId));
  return row?.id ?? null;
}

export async function findAccountHolder(tx: Transaction, accountId: string) {
  const [row] = await tx
    .select({
      professionalId: professionalProfiles.id,
      canReceiveCharges: professionalProfiles.canReceiveCharges,
      email: profiles.email,
    })
    .from(professionalProfiles)
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(eq(professionalProfiles.stripeConnectAccountId, accountId))
    // Lets bookings be inserted, which refer to this row while it holds its offer's lock.
    .for("no key update", { of: professionalProfiles });
  return row ?? null;
}

export async function savePaymentAccount(tx: Transaction, id: string, standing: AccountStanding) {
  await tx.update(professionalProfiles).set(standing).where(eq(professionalProfiles.id, id));
}

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
