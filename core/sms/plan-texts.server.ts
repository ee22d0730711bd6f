import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { hasRight } from "../subscriptions/show-subscription.server.ts";
import { isSoon, reminderAt } from "./rules.ts";
import { listTellable, queueTexts, type Tellable } from "./store.server.ts";

/** Plans in the caller's transaction, and again once the hour changes. */
export async function planTexts(
  ctx: Context,
  tx: Transaction,
  bookingIds: readonly string[],
): Promise<void> {
  if (!ctx.texter.works) return;
  const now = ctx.now();
  const bookings = await listTellable(tx, { bookingIds });
  await queueTexts(tx, [
    ...reminders(bookings, now),
    ...bookings.flatMap(({ bookingId: reference, professionalId, start, professionalNumber }) =>
      professionalNumber && isSoon(start, now)
        ? [
            {
              ...{ kind: "booking-soon" as const, reference, professionalId },
              ...{ toNumber: professionalNumber, sendAt: now, createdAt: now },
            },
          ]
        : [],
    ),
  ]);
  if (bookings.some(({ start }) => isSoon(start, now))) {
    await ctx.jobs.send(tx, "send-texts", {});
  }
}

export const planOwnReminders = defineJob("plan-reminders", async (ctx, { userId: clientId }) => {
  if (!ctx.texter.works) return;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await queueTexts(tx, reminders(await listTellable(tx, { clientId, now }), now));
  });
});

function reminders(bookings: readonly Tellable[], now: Date) {
  return bookings.flatMap(({ bookingId: reference, professionalId, start, clientNumber }) => {
    const sendAt = reminderAt(start, now);
    if (!clientNumber || !sendAt) return [];
    const about = { kind: "reminder" as const, reference, professionalId };
    return [{ ...about, toNumber: clientNumber, sendAt, createdAt: now }];
  });
}

/** Requires the plan (rule: sms-limits). */
export async function offersReminders(ctx: Context, professionalId: string): Promise<boolean> {
  if (!ctx.texter.works) return false;
  const { rows } = await ctx.reads.execute<{ reminds: boolean }>(sql`
    select ${hasRight(sql`p.user_id`, "remindsBySms", ctx.now())} as reminds
    from professional_profiles p where p.id = ${professionalId}`);
  return rows[0]?.reminds ?? false;
}
