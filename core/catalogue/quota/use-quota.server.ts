import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { quotaReachedText } from "../../subscriptions/labels.ts";
import { quotaMonth, quotaOf } from "../../subscriptions/rules.ts";
import { currentPlan, showQuota } from "../../subscriptions/show-subscription.server.ts";
import { offerings, professionalProfiles, profiles } from "../../tables.server.ts";

async function writeUsage(
  tx: Transaction,
  userId: string,
  { used, since, countedUnder }: { used: number; since: Date; countedUnder?: string | null },
): Promise<void> {
  await tx
    .update(profiles)
    .set({ sessionCount: used, lastQuotaReset: since, ...(countedUnder && { countedUnder }) })
    .where(eq(profiles.id, userId));
}

async function countCreations(db: Executor, userId: string, since: Date): Promise<number> {
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

/** Locks the profile, and begins a new month when the stored one is over (rule: quota-month). */
async function lockMonth(tx: Transaction, userId: string, now: Date) {
  const { sessionCount, quotaAnchor, lastQuotaReset } = profiles;
  const [usage] = await tx
    .select({ sessionCount, quotaAnchor, lastQuotaReset })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("no key update");
  if (!usage) throw new Error(`no profile ${userId}`);
  const { since } = quotaMonth(usage.quotaAnchor, now);
  return { since, used: usage.lastQuotaReset < since ? 0 : usage.sessionCount };
}

/** The numbers are in `PLANS` of subscriptions/rules.ts. @throws AppError `quota_reached` */
export async function takeQuota(tx: Transaction, userId: string, now: Date): Promise<void> {
  const { since, used } = await lockMonth(tx, userId, now);
  const planId = await currentPlan(tx, { userId, now });
  if (quotaOf(planId, used).state === "reached") throw quotaReached(planId);
  await writeUsage(tx, userId, { used: used + 1, since, countedUnder: planId });
}

export function quotaReached(planId: string | null): AppError {
  return new AppError("quota_reached", { message: quotaReachedText(planId) });
}

/** Only if it was created this month (rule: quota-month). */
export async function giveQuotaBack(
  tx: Transaction,
  userId: string,
  createdAt: Date,
  now: Date,
): Promise<void> {
  const { since, used } = await lockMonth(tx, userId, now);
  if (createdAt >= since) await writeUsage(tx, userId, { used: Math.max(0, used - 1), since });
}

const input = z.object({ userId: z.string() });

/** Only a hint: the creation itself decides. @throws AppError `forbidden` for anybody else's. */
export async function canCreateSession(ctx: Context, raw: unknown): Promise<boolean> {
  const actor = requireActor(ctx);
  if (parseInput(input, raw).userId !== actor.userId) throw new AppError("forbidden");
  return actor.professionalId !== null && (await showQuota(ctx)).state !== "reached";
}

/**
 * Both calls, up and down, only recount (rule: quota-month).
 * @throws AppError `forbidden` for anybody else's.
 */
export async function recountSessions(ctx: Context, raw: unknown): Promise<number> {
  const { userId } = requireActor(ctx);
  if (parseInput(input, raw).userId !== userId) throw new AppError("forbidden");
  return ctx.db.transaction(async (tx) => {
    const { since } = await lockMonth(tx, userId, ctx.now());
    const used = await countCreations(tx, userId, since);
    await writeUsage(tx, userId, { used, since });
    return used;
  });
}
