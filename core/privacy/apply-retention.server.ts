import { purgeBookings } from "../bookings/purge-bookings.server.ts";
import type { Context } from "../context.server.ts";
import { purgeMessages } from "../messages/purge-messages.server.ts";
import { purgeMails } from "../notifications/purge-mails.server.ts";
import { purgeEvents } from "../payments/purge-events.server.ts";
import { purgeCheckouts } from "../subscriptions/purge-checkouts.server.ts";
import { accountsBefore, RETENTION } from "./rules.ts";

/** A turn ends well within a job's 30 s. */
const BATCH = 2_000;

/**
 * Deletes, once a day, what was kept as long as it may be (R36); what goes within hours is the
 * hourly `purge-expired`'s and the image sweep's. Any number of times; a full turn asks for another.
 */
export async function applyRetention(ctx: Context): Promise<void> {
  const now = ctx.now();
  const before = (period: keyof typeof RETENTION) => new Date(now.getTime() - RETENTION[period]);
  await purgeMessages(ctx);
  await purgeEvents(ctx, before("processed_events"));
  await purgeCheckouts(ctx, before("unpaid_checkouts"));
  await purgeMails(ctx, {
    queuedBefore: before("unsent_mails"),
    emptyBefore: before("mail_recipients"),
    deleteBefore: accountsBefore(now),
  });
  const purged = await purgeBookings(ctx, {
    unpaidBefore: before("unpaid_checkouts"),
    madeBefore: accountsBefore(now),
    limit: BATCH,
  });
  ctx.log.info({ bookings: purged }, "retention applied");
  if (purged >= BATCH) await ctx.jobs.send(ctx.db, "apply-retention", {});
}
