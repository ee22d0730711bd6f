import { and, eq, isNull, lt } from "drizzle-orm";
import { offerings, professionalSubscriptions, profiles } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { INES, LEO } from "./accounts.ts";
import { addDays } from "./calendar.ts";
import { LEO_QUOTA, professionalIdOf, userIdOf } from "./people.ts";

/**
 * Restores what time wears out: Inès's plan continues where nobody bills it, and Léo has used four
 * of the current month's five sessions whatever the month.
 */
export async function renewPlans(db: Database, now: Date): Promise<void> {
  await db
    .update(professionalSubscriptions)
    .set({ currentPeriodEnd: addDays(now, 18) })
    .where(
      and(
        eq(professionalSubscriptions.userId, userIdOf(INES.email)),
        isNull(professionalSubscriptions.stripeSubscriptionId),
        lt(professionalSubscriptions.currentPeriodEnd, now),
      ),
    );
  const monthSince = addDays(now, -LEO_QUOTA.monthSince);
  await db.transaction(async (tx) => {
    const sessionCount = LEO_QUOTA.sessionsCreated.length;
    const { rowCount } = await tx
      .update(profiles)
      .set({ quotaAnchor: monthSince, lastQuotaReset: monthSince, sessionCount })
      .where(
        and(eq(profiles.id, userIdOf(LEO.email)), lt(profiles.lastQuotaReset, addDays(now, -28))),
      );
    if (rowCount === 0) return;
    const own = await tx
      .select({ id: offerings.id })
      .from(offerings)
      .where(
        and(eq(offerings.kind, "session"), eq(offerings.professionalId, professionalIdOf(LEO))),
      )
      .orderBy(offerings.id)
      .limit(sessionCount);
    for (const [number, { id }] of own.entries()) {
      const createdAt = addDays(now, -(LEO_QUOTA.sessionsCreated[number] ?? 0));
      await tx.update(offerings).set({ createdAt }).where(eq(offerings.id, id));
    }
  });
}
