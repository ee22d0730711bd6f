import { issueTemporaryPassword } from "#core/accounts/passwords/mail-correction.server.ts";
import { matchAlerts } from "#core/alerts/finds/match-alerts.server.ts";
import { tellAlerts } from "#core/alerts/finds/tell-alerts.server.ts";
import { rereadAlerts } from "#core/alerts/reread-alerts.server.ts";
import { cancelSlotBookings } from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import { remindMissingLink } from "#core/bookings/changes/remind-missing-link.server.ts";
import { updateFutureBookings } from "#core/bookings/changes/update-future-bookings.server.ts";
import { releaseHolds } from "#core/bookings/holds/release-holds.server.ts";
import { followAddress } from "#core/bookings/links/follow-address.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { lapseProposals } from "#core/bookings/proposals/lapse-proposals.server.ts";
import { remindClients } from "#core/bookings/reminders/remind-clients.server.ts";
import { endUnsold } from "#core/bookings/resale/end-unsold.server.ts";
import { readCalendar, readCalendars } from "#core/calendars/read-calendars.server.ts";
import {
  locateOffering,
  locateOfferings,
} from "#core/catalogue/location/locate-offering.server.ts";
import { generateAllSlots, generateSlots } from "#core/catalogue/slots/generate-slots.server.ts";
import { renewDemoSlots } from "#core/catalogue/slots/renew-demo-slots.server.ts";
import { refreshCategory } from "#core/categories/decide-category.server.ts";
import type { Context } from "#core/context.server.ts";
import { countFigures } from "#core/figures/count-figures.server.ts";
import { countTrust } from "#core/figures/site/show-site-figures.server.ts";
import { type JobMap, LANES, RECURRING } from "#core/jobs.ts";
import { notePriceSteps } from "#core/listings/note-news.server.ts";
import { refreshAllListings, sweepListings } from "#core/listings/refresh-listings.server.ts";
import { freeImage, sweepImages } from "#core/media/sweep-images.server.ts";
import { filterContent } from "#core/moderation/report-content.server.ts";
import { sendPush } from "#core/notifications/push/send-push.server.ts";
import { sendMail } from "#core/notifications/send-mail.server.ts";
import { sealTotpSecrets } from "#core/operators/logins/totp-secrets.server.ts";
import { askForTaxDetails } from "#core/papers/decide-tax-request.server.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import { applyRetention, purgeExpired } from "#core/privacy/apply-retention.server.ts";
import { closeAccounts } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { openPaymentAccount } from "#core/professionals/payment-account/open-payment-account.server.ts";
import { refreshAccount } from "#core/professionals/payment-account/refresh-account.server.ts";
import { attachNote } from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { processStripeEvent } from "#core/reconciliation/process-stripe-event.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { askForReviews } from "#core/reviews/asking/ask-for-reviews.server.ts";
import { filterReview } from "#core/reviews/reports/report-review.server.ts";
import { type OpenRuntime, openContext } from "#core/runtime.server.ts";
import { tellBookedClients } from "#core/sanctions/clients/tell-booked-clients.server.ts";
import { carryOutEndings } from "#core/sanctions/end-relationship.server.ts";
import { legal } from "#core/site.ts";
import { planOwnReminders } from "#core/sms/plan-texts.server.ts";
import { sendTexts } from "#core/sms/send-texts.server.ts";
import { settleBilling, stopBilling } from "#core/subscriptions/billing/settle-billing.server.ts";
import { reconcileSubscriptions } from "#core/subscriptions/sync-subscription.server.ts";
import { tellOfTerms } from "#core/terms/announce-terms.server.ts";
import { checkProofs, watchProofs } from "#core/verifications/check-proofs.server.ts";
import { resealPapers } from "#core/verifications/reseal-papers.server.ts";
import { offerSeats } from "#core/waiting-list/line/offer-seats.server.ts";
import { mailsOf, renderPush } from "#mails/render.ts";
import { jobSeconds } from "#platform/metrics.server.ts";
import { markOf } from "#platform/seal.server.ts";

const USE_CASES: {
  [Name in keyof JobMap]: (ctx: Context, data: JobMap[Name]) => Promise<unknown>;
} = {
  "send-mail": (ctx, data) => sendMail(ctx, data, mailsOf(legal)),
  "send-push": (ctx, data) => sendPush(ctx, data, renderPush),
  "process-stripe-event": processStripeEvent,
  "ask-refund": (ctx, data) => askRefund(ctx, data, applyPayment),
  "attach-note": attachNote,
  "issue-temporary-password": issueTemporaryPassword,
  "open-payment-account": openPaymentAccount,
  "refresh-account": refreshAccount,
  reconcile: reconcilePayments,
  "reconcile-subscriptions": reconcileSubscriptions,
  "stop-billing": stopBilling,
  "settle-billing": settleBilling,
  "release-holds": releaseHolds,
  "sweep-listings": sweepListings,
  "refresh-category": refreshCategory,
  "refresh-all-listings": refreshAllListings,
  "generate-slots": generateSlots,
  "generate-all-slots": generateAllSlots,
  "empty-slot": cancelSlotBookings,
  "tell-holders": updateFutureBookings,
  "remind-of-link": remindMissingLink,
  "remind-clients": remindClients,
  "match-alerts": matchAlerts,
  "tell-alerts": tellAlerts,
  "reread-alerts": rereadAlerts,
  "note-price-steps": notePriceSteps,
  "offer-seats": offerSeats,
  "ask-for-reviews": askForReviews,
  "ask-for-tax-details": askForTaxDetails,
  "count-figures": countFigures,
  "count-trust": countTrust,
  "plan-reminders": planOwnReminders,
  "send-texts": sendTexts,
  "lapse-proposals": lapseProposals,
  "end-unsold": endUnsold,
  "read-calendars": readCalendars,
  "read-calendar": readCalendar,
  "renew-demo-slots": renewDemoSlots,
  "purge-expired": purgeExpired,
  "apply-retention": applyRetention,
  "close-accounts": closeAccounts,
  "carry-out-endings": carryOutEndings,
  "tell-booked-clients": tellBookedClients,
  "tell-of-terms": tellOfTerms,
  "locate-offering": locateOffering,
  "locate-offerings": locateOfferings,
  "filter-content": filterContent,
  "filter-review": filterReview,
  "seal-secrets": sealTotpSecrets,
  "check-proofs": checkProofs,
  "watch-proofs": watchProofs,
  "reseal-papers": resealPapers,
  "free-image": freeImage,
  "follow-address": followAddress,
  "sweep-images": sweepImages,
};

export async function startWork(runtime: OpenRuntime): Promise<void> {
  const run =
    <Name extends keyof JobMap>(name: Name) =>
    async (data: JobMap[Name], requestId?: string) => {
      const ctx = openContext(runtime, requestId);
      const stop = jobSeconds.startTimer({ name });
      let outcome = "failed";
      try {
        await USE_CASES[name](ctx, data);
        outcome = "done";
      } finally {
        const seconds = stop({ outcome });
        const level = requestId ? "info" : "debug";
        ctx.log[level]({ job: name, outcome, ms: Math.round(seconds * 1000) }, "job");
      }
    };
  await runtime.jobs.work(
    Object.fromEntries(Object.keys(USE_CASES).map((name) => [name, run(name as keyof JobMap)])) as {
      [Name in keyof JobMap]: (data: JobMap[Name], requestId?: string) => Promise<void>;
    },
    LANES,
  );
  // A changed key reseals at once (rule: sealed-secrets).
  const mark = markOf(runtime.config.encryptionKey);
  const keys: Partial<Record<keyof JobMap, string>> = {
    "seal-secrets": `seal-secrets, ${mark}`,
    "reseal-papers": `reseal-papers, ${mark}`,
  };
  for (const { name, seconds } of RECURRING) {
    if (name === "renew-demo-slots" && !runtime.config.demo) continue;
    // The demo's stand-in would move what is shown.
    if (name === "locate-offerings" && !runtime.config.geocoder) continue;
    const ask = () =>
      runtime.jobs
        .send(runtime.db, name, {}, { singletonKey: keys[name] ?? name, singletonSeconds: seconds })
        .catch((error: unknown) => runtime.log.warn({ err: error, job: name }, "job not enqueued"));
    await ask();
    setInterval(ask, seconds * 1000).unref();
  }
}
