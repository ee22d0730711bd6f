import { eachByItself } from "#platform/batches.server.ts";
import { purgeGuests } from "../alerts/guests/claim-alerts.server.ts";
import { purgeBookings } from "../bookings/purge-bookings.server.ts";
import { purgeMessages } from "../contact/purge-messages.server.ts";
import type { Context } from "../context.server.ts";
import { purgeReports } from "../moderation/purge-reports.server.ts";
import { purgeMails } from "../notifications/purge-mails.server.ts";
import { purgeActs } from "../operators/acts/purge-acts.server.ts";
import { purgeEvents } from "../reconciliation/purge-events.server.ts";
import { mendRatings } from "../reviews/mend-ratings.server.ts";
import { purgeDecisions } from "../sanctions/purge-decisions.server.ts";
import { purgeCheckouts } from "../subscriptions/checkouts/purge-checkouts.server.ts";
import { eraseAgain } from "./deletion/erase-again.server.ts";
import { purgeAgedRecords } from "./purge-aged-records.server.ts";
import { accountsBefore, RETENTION } from "./rules.ts";

/** Deletes daily, in more turns until nothing is left; safe to repeat (rule: retention). */
export async function applyRetention(ctx: Context): Promise<void> {
  const now = ctx.now();
  const before = (period: keyof typeof RETENTION) => new Date(now.getTime() - RETENTION[period]);
  const isDone = await eachByItself({
    messages: () => purgeMessages(ctx),
    events: () => purgeEvents(ctx, before("processed_events")),
    checkouts: () => purgeCheckouts(ctx, before("unpaid_checkouts")),
    mails: () =>
      purgeMails(ctx, { queuedBefore: before("unsent_mails"), deleteBefore: before("mails") }),
    diary: () => purgeAgedRecords(ctx),
    guests: () =>
      purgeGuests(ctx, { links: before("alert_links"), alerts: before("guest_alerts") }),
    content: () => purgeReports(ctx, before("content_reports")),
    decisions: () => purgeDecisions(ctx, before("account_decisions")),
    acts: () => purgeActs(ctx, { acts: before("acts"), readings: before("readings") }),
    left: () => eraseAgain(ctx, before("acts_about_left")),
    bookings: () =>
      purgeBookings(ctx, {
        unpaidBefore: before("unpaid_checkouts"),
        madeBefore: accountsBefore(now),
      }),
  });
  // Reviews went with their bookings.
  await mendRatings(ctx);
  ctx.log.info({ isDone }, "retention applied");
  if (!isDone) await ctx.jobs.send(ctx.db, "apply-retention", {});
}
