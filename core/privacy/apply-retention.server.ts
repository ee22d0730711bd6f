import { eachByItself, inBatches } from "#platform/batches.server.ts";
import { purgeLogins } from "../accounts/purge-logins.server.ts";
import { purgeGuests } from "../alerts/guests/claim-alerts.server.ts";
import { purgeBookings, purgeHolds } from "../bookings/purge-bookings.server.ts";
import { purgeMessages } from "../contact/send-contact-message.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { purgeAnswers } from "../idempotency/answer-once.server.ts";
import { purgeReports } from "../moderation/report-content.server.ts";
import { purgeMails } from "../notifications/purge-mails.server.ts";
import { purgeActs } from "../operators/acts/list-acts.server.ts";
import { purgeDrafts } from "../professionals/show-onboarding.server.ts";
import { purgeEvents } from "../reconciliation/receive-stripe-event.server.ts";
import { mendRatings } from "../reviews/mend-ratings.server.ts";
import { purgeDecisions } from "../sanctions/contest-account-decision.server.ts";
import { purgeCheckouts } from "../subscriptions/checkouts/recover-checkout.server.ts";
import { DIARY_PURGES } from "./aged-store.server.ts";
import { eraseAgain } from "./deletion/erase-account.server.ts";
import { accountsBefore, RETENTION } from "./rules.ts";

/** Safe to repeat; returns false when some is left for another turn (rule: retention). */
export async function purgeAgedRecords(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  let isDone = true;
  for (const [period, purge] of DIARY_PURGES) {
    const before =
      period === "accounts" ? accountsBefore(now) : new Date(now.getTime() - RETENTION[period]);
    if (!(await inBatches(() => purge(ctx.db, before)))) isDone = false;
  }
  return isDone;
}

/** Deletes daily, in more turns until nothing is left; safe to repeat (rule: retention). */
export const applyRetention = defineJob("apply-retention", async (ctx) => {
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
});

/** Safe to repeat; a turn that leaves some asks for another (rule: retention). */
export const purgeExpired = defineJob("purge-expired", async (ctx) => {
  const isDone = await eachByItself({
    accesses: () => purgeLogins(ctx),
    holds: () => purgeHolds(ctx),
    drafts: () => purgeDrafts(ctx),
    answers: () => purgeAnswers(ctx),
  });
  if (!isDone) await ctx.jobs.send(ctx.db, "purge-expired", {});
});
