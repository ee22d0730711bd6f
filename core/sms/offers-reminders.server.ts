import { sql } from "drizzle-orm";
import type { Context } from "../context.server.ts";
import { hasRight } from "../subscriptions/show-subscription.server.ts";

/** Requires the plan, and something that sends (rule: sms-limits). */
export async function offersReminders(ctx: Context, professionalId: string): Promise<boolean> {
  if (!ctx.texter.works) return false;
  const { rows } = await ctx.reads.execute<{ reminds: boolean }>(sql`
    select ${hasRight(sql`p.user_id`, "remindsBySms", ctx.now())} as reminds
    from professional_profiles p where p.id = ${professionalId}`);
  return rows[0]?.reminds ?? false;
}
