import { eachByItself } from "#platform/batches.server.ts";
import { purgeAccesses } from "../accounts/purge-accesses.server.ts";
import { purgeHolds } from "../bookings/purge-holds.server.ts";
import type { Context } from "../context.server.ts";
import { purgeAnswers } from "../idempotency/purge-answers.server.ts";
import { purgeDrafts } from "../professionals/show-onboarding.server.ts";

/** Safe to repeat; a turn that leaves some asks for another (rule: retention). */
export async function purgeExpired(ctx: Context): Promise<void> {
  const isDone = await eachByItself({
    accesses: () => purgeAccesses(ctx),
    holds: () => purgeHolds(ctx),
    drafts: () => purgeDrafts(ctx),
    answers: () => purgeAnswers(ctx),
  });
  if (!isDone) await ctx.jobs.send(ctx.db, "purge-expired", {});
}
