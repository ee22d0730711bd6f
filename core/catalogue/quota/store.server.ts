import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { offerings, professionalProfiles, profiles } from "../../tables.server.ts";

/**
 * Locks and reads the basis of the quota, so that two creations at once come here one after the
 * other.
 */
export async function lockUsage(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({
      sessionCount: profiles.sessionCount,
      quotaAnchor: profiles.quotaAnchor,
      lastQuotaReset: profiles.lastQuotaReset,
    })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
  if (!row) throw new Error(`no profile ${userId}`);
  return row;
}

/** The catalogue owns these columns: they count its creations, and by which plan. */
export async function writeUsage(
  tx: Transaction,
  userId: string,
  { used, since, countedUnder }: { used: number; since: Date; countedUnder?: string | null },
): Promise<void> {
  await tx
    .update(profiles)
    .set({ sessionCount: used, lastQuotaReset: since, ...(countedUnder && { countedUnder }) })
    .where(eq(profiles.id, userId));
}

/** Sessions of all the user's professional profiles, created since then and not deleted. */
export async function countCreations(db: Executor, userId: string, since: Date): Promise<number> {
  const own = db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId));
  return db.$count(
    offerings,
    and(
      eq(offerings.kind, "session"),
      inArray(offerings.professionalId, own),
      gte(offerings.createdAt, since),
      isNull(offerings.deletedAt),
    ),
  );
}
