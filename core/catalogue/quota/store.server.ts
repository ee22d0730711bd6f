import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { offerings, professionalProfiles, profiles } from "../../tables.server.ts";

/** Makes two creations at once wait for each other. */
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
