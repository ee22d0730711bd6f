import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import {
  readReset,
  resetPassword,
} from "#core/accounts/passwords/request-password-reset.server.ts";
import { giveNames, showDeletionRequest } from "#core/accounts/profile/update-profile.server.ts";
import { readSignUp, refuseSignUp } from "#core/accounts/sign-up/confirm-sign-up.server.ts";
import { refreshTokens } from "#core/accounts/tokens/issue-tokens.server.ts";
import { countSeekers } from "#core/alerts/count-seekers.server.ts";
import {
  askForAlert,
  followAlertLink,
  keepGuestAlert,
  readAlertLink,
  showGuestAlerts,
} from "#core/alerts/guests/keep-guest-alert.server.ts";
import { listFound } from "#core/alerts/keep-alert.server.ts";
import {
  announce,
  listAnnouncements,
  takeAnnouncementBack,
} from "#core/announcements/make-announcement.server.ts";
import { backUp } from "#core/backup/back-up.server.ts";
import { restoreBackup } from "#core/backup/restore-backup.server.ts";
import { cancelForSomebody } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { showPurchase } from "#core/bookings/find-own-booking.server.ts";
import {
  decideGoodwill,
  giveGoodwill,
  listGoodwill,
} from "#core/bookings/goodwill/give-goodwill.server.ts";
import { followBookingLink } from "#core/bookings/links/follow-booking-link.server.ts";
import { readBookingLink } from "#core/bookings/links/read-booking-link.server.ts";
import { askForLink } from "#core/bookings/links/send-booking-link.server.ts";
import { exportBookings } from "#core/bookings/lists/export-bookings.server.ts";
import { showNextBooking, showUpcomingCount } from "#core/bookings/lists/list-bookings.server.ts";
import { listManaged } from "#core/bookings/lists/list-managed.server.ts";
import { markOwnSlots } from "#core/bookings/lists/mark-own-slots.server.ts";
import { countUnread } from "#core/bookings/messages/show-booking-messages.server.ts";
import { showMove } from "#core/bookings/move/move-booking.server.ts";
import {
  abandonCheckout,
  findCheckoutOffering,
} from "#core/bookings/payment/verify-payment.server.ts";
import { showAbsence } from "#core/bookings/presence/contest-absence.server.ts";
import { showPresence } from "#core/bookings/presence/show-presence.server.ts";
import { showProposable, showProposal } from "#core/bookings/proposals/show-proposal.server.ts";
import { withdrawProposal } from "#core/bookings/proposals/withdraw-proposal.server.ts";
import {
  decideMessageCase,
  showMessageCase,
} from "#core/bookings/reported-messages/decide-message-case.server.ts";
import {
  reportBookingMessage,
  showReportableMessage,
} from "#core/bookings/reported-messages/report-booking-message.server.ts";
import { freeCheckoutId } from "#core/bookings/rules.ts";
import { nameCompanions } from "#core/bookings/seats/cancel-seats.server.ts";
import { showCalendarFile } from "#core/bookings/show-calendar-file.server.ts";
import { showDemoCalendar } from "#core/calendars/demo/show-demo-calendar.server.ts";
import { readFeed } from "#core/calendars/feed/manage-feed.server.ts";
import {
  listAcceptedTypes,
  listFilterCategories,
} from "#core/catalogue/activity-types/manage-types.server.ts";
import { setOfferingActive } from "#core/catalogue/authoring/delete-offering.server.ts";
import {
  permitActivities,
  permitPublication,
  showOwnOffering,
} from "#core/catalogue/authoring/permit-publication.server.ts";
import { takeOutsideHour } from "#core/catalogue/outside-clients/add-outside-client.server.ts";
import { searchOwnOfferings } from "#core/catalogue/own-offerings/search-own-offerings.server.ts";
import {
  previewOverlap,
  previewSlot,
  suggestSlot,
} from "#core/catalogue/publishing/preview-slot.server.ts";
import { findSharedSlot, showPublished } from "#core/catalogue/publishing/show-published.server.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import { decideCategory, listProposals } from "#core/categories/decide-category.server.ts";
import { closeMessage, fileAsRights, showMessage } from "#core/contact/close-message.server.ts";
import {
  requestGiftCard,
  withdrawFromContract,
} from "#core/contact/send-contact-message.server.ts";
import type { Context } from "#core/context.server.ts";
import { toParis } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import { exportEarnings } from "#core/earnings/list-earnings.server.ts";
import { showPayouts } from "#core/earnings/show-payouts.server.ts";
import {
  listFavoritesToday,
  markFavorites,
  showFavorites,
} from "#core/favorites/manage-favorites.server.ts";
import {
  listLandings,
  listSitemapParts,
  listSitemapRange,
} from "#core/landings/list-sitemap.server.ts";
import { showLanding, showLandings } from "#core/landings/show-landing.server.ts";
import { readImage } from "#core/media/upload-image.server.ts";
import { contestCase, showContestableCase } from "#core/moderation/cases/contest-case.server.ts";
import {
  contestDecision,
  decideContent,
  showContestable,
} from "#core/moderation/decide-content.server.ts";
import { reportContent, showReportableContent } from "#core/moderation/report-content.server.ts";
import { showContentCase, showRestriction } from "#core/moderation/show-content-case.server.ts";
import { cents } from "#core/money.ts";
import { listDemoMails, readDemoAttachment } from "#core/notifications/list-demo-mails.server.ts";
import { showUnsubscription } from "#core/notifications/topics/choose-topics.server.ts";
import { listDoubleBookings } from "#core/occupancy/occupy-slot.server.ts";
import { showDemoOperators } from "#core/operators/demo/show-demo-operators.server.ts";
import { makeOperator } from "#core/operators/logins/make-operator.server.ts";
import { judgeSecrets } from "#core/operators/logins/totp-secrets.server.ts";
import {
  changeRoles,
  closeOperator,
  listOperators,
} from "#core/operators/people/change-access.server.ts";
import { listDisputes, listReviews } from "#core/payments/find-payment.server.ts";
import { exportPerson } from "#core/privacy/copy/export-data.server.ts";
import {
  listDeletionRequests,
  processDeletion,
} from "#core/privacy/deletion/erase-account.server.ts";
import { withdrawDeletionOf } from "#core/privacy/deletion/request-account-deletion.server.ts";
import { confirmEmail } from "#core/professionals/create-professional.server.ts";
import { showDirectory } from "#core/professionals/directory/show-directory.server.ts";
import {
  openAccountDashboard,
  openOnboarding,
} from "#core/professionals/payment-account/open-onboarding.server.ts";
import { refreshOwnAccount } from "#core/professionals/payment-account/refresh-account.server.ts";
import { saveOnboardingDraft, showOnboarding } from "#core/professionals/show-onboarding.server.ts";
import { showSeller } from "#core/professionals/show-seller.server.ts";
import { editProfile, editWorkingTime } from "#core/professionals/update-professional.server.ts";
import { proposeOpeningHours } from "#core/professionals/working-time/keep-opening-hours.server.ts";
import { judgeAnchor } from "#core/reconciliation/acts-chain/act-invariants.server.ts";
import { judgeDebts, judgeInvariants } from "#core/reconciliation/check-invariants.server.ts";
import { compareProvider } from "#core/reconciliation/compare-provider.server.ts";
import {
  decideOutsideRefund,
  decideReview,
} from "#core/reconciliation/decide-payment-review.server.ts";
import {
  addEvidenceFile,
  openEvidenceFile,
  removeEvidenceFile,
} from "#core/reconciliation/disputes/add-evidence-file.server.ts";
import { answerDispute, showDispute } from "#core/reconciliation/disputes/answer-dispute.server.ts";
import { acceptLoss, decideLoss } from "#core/reconciliation/disputes/give-up-dispute.server.ts";
import { receiveStripeEvent } from "#core/reconciliation/receive-stripe-event.server.ts";
import {
  reconcilePayments,
  resumeAfterRestore,
} from "#core/reconciliation/reconcile-payments.server.ts";
import { replayStripeEvent } from "#core/reconciliation/replay-stripe-event.server.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import { actOnAccount } from "#core/records/accounts/act-on-account.server.ts";
import { decideBooking } from "#core/records/bookings/decide-booking.server.ts";
import { writeLetter } from "#core/records/letters/write-letter.server.ts";
import { settleRefusedMail } from "#core/records/mails/settle-refused-mail.server.ts";
import { searchRecords } from "#core/records/search/search-records.server.ts";
import { decideCase, listOpenCases } from "#core/reviews/reports/decide-case.server.ts";
import {
  listReviewed,
  showReceivedReviews,
  showReview,
} from "#core/reviews/show-reviews.server.ts";
import { chooseRefund, showChoice } from "#core/sanctions/clients/choose-refund.server.ts";
import { endRelationship, suspendAccount } from "#core/sanctions/close-account.server.ts";
import {
  contestAccountDecision,
  listAccountContests,
  showAccountDecisions,
  showContestableDecision,
  showOwnNotice,
} from "#core/sanctions/contest-account-decision.server.ts";
import {
  reopenAccount,
  takeNoticeBack,
  upholdDecision,
} from "#core/sanctions/lift-decision.server.ts";
import { acceptTerms, refuseTerms } from "#core/sanctions/refuse-terms.server.ts";
import { countChoices } from "#core/search/count-choices.server.ts";
import { findGone } from "#core/search/find-gone.server.ts";
import { listBookable, listNear } from "#core/search/list-bookable.server.ts";
import { searchQuery } from "#core/search/schema.ts";
import { searchSessions } from "#core/search/search-sessions.server.ts";
import { showHome } from "#core/search/show-home.server.ts";
import {
  showProfessionalOffers,
  showProfessionalPage,
} from "#core/search/show-professional-page.server.ts";
import { offersReminders } from "#core/sms/plan-texts.server.ts";
import { showStop, stopTexts } from "#core/sms/stop-texts.server.ts";
import { grantActivities } from "#core/subscriptions/grant-activities.server.ts";
import { showQuota } from "#core/subscriptions/show-subscription.server.ts";
import { reconcileSubscriptions } from "#core/subscriptions/sync-subscription.server.ts";
import { bookings, payments, profiles } from "#core/tables.server.ts";
import {
  editTaxDetails,
  listTaxRequests,
  showTaxDetails,
} from "#core/taxes/decide-tax-request.server.ts";
import { exportSellerReport } from "#core/taxes/export-seller-report.server.ts";
import { announceTerms, listTerms, showComingTerms } from "#core/terms/announce-terms.server.ts";
import {
  askProof,
  decideProof,
  unverifyProfessional,
} from "#core/verifications/decide-proof.server.ts";
import { openOwnPaper } from "#core/verifications/keep-papers.server.ts";
import {
  showOwnVerification,
  showTick,
  showVerification,
} from "#core/verifications/show-verification.server.ts";
import { submitProof } from "#core/verifications/submit-proof.server.ts";
import { listRunningOffers, showWaitingSlot } from "#core/waiting-list/list-waiting.server.ts";
import { showQueue } from "#core/work-queue/show-queue.server.ts";
import { newId } from "#platform/ids.server.ts";
import { SUSPENSION } from "#test/make/operators.ts";
import { RETURN_PROOF } from "#test/make/payments.ts";
import type { Cast } from "./callers.ts";
import type { Offer } from "./site-under-test.ts";

/*
 * The use cases that no call of the API leads to, with a valid input: the table of access names
 * them « itself » or by their command.
 */

export interface Scene {
  cast: Cast;
  offer: Offer;
}

let letters = 0;
/** An address that nobody has, and that comes once. */
export const newEmail = () => `acces-${++letters}@example.fr`;

const link = { token: `${newId()}.nul`, password: "parenthese" };
const person = { firstName: "Julie", lastName: "Martin", phone: "" };
const business = { businessName: "Cabinet", businessDescription: "Un lieu calme pour souffler." };
const owner = ({ cast }: Scene) => ({ email: cast.owner.email });

async function drain(pieces: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of pieces) count += 1;
  return count;
}

/** Backs up into a folder that is gone when this is done with it. */
async function backUpFor<T>(ctx: Context, use: (folder: string) => T | Promise<T>): Promise<T> {
  const parent = await mkdtemp(path.join(os.tmpdir(), "parenthese-access-"));
  try {
    const folder = path.join(parent, "one");
    await backUp(ctx, { folder });
    return await use(folder);
  } finally {
    await rm(parent, { recursive: true });
  }
}

const TAX_DETAILS = {
  ...{ legalForm: "person", legalName: "Inès Lefort", birthDate: "1984-05-21" },
  ...{ address: "1 rue de la Paix", postalCode: "69001", city: "Lyon", country: "FR" },
  ...{ taxNumber: "1234567890123", accountCountry: "FR" },
  vatStatus: "exempt",
};

/** A payment of the client's booking, of which the provider said something that was not believed. */
async function makeReview(ctx: Context, { cast, offer }: Scene): Promise<string> {
  const paymentId = newId();
  const price = { pricePaidCents: cents(4_000), commissionCents: cents(400) };
  await ctx.db.update(bookings).set(price).where(eq(bookings.id, offer.bookingId));
  await ctx.db.insert(payments).values({
    id: paymentId,
    ...{ kind: "session_booking", reference: offer.bookingId, status: "review" },
    ...{
      amountCents: cents(4_000),
      applicationFeeCents: cents(400),
      description: "Yoga",
      payerEmail: cast.client.email,
    },
    ...{ successUrl: ctx.config.appUrl, expiresAt: ctx.now() },
  });
  return paymentId;
}

const FINANCE = { name: "Léa", roles: ["finance" as const], reason: "Pour un essai." };

export const USE_CASES: Record<string, (ctx: Context, scene: Scene) => unknown> = {
  // The use cases of pages and forms.
  abandonCheckout: (ctx) => abandonCheckout(ctx, { token: newId() }),
  askForAlert: (ctx) => askForAlert(ctx, { q: "reiki", email: newEmail() }),
  followAlertLink: (ctx) => followAlertLink(ctx, link),
  keepGuestAlert: (ctx) => keepGuestAlert(ctx, { code: "x".repeat(22), q: "reiki" }),
  readAlertLink: (ctx) => readAlertLink(ctx, link),
  showGuestAlerts: (ctx) => showGuestAlerts(ctx, { code: "x".repeat(22) }),
  askForLink: (ctx, { offer }) =>
    askForLink(ctx, { sessionId: offer.sessionId, email: "quelqu-un@example.fr" }),
  confirmEmail: (ctx) => confirmEmail(ctx, link),
  editProfile: (ctx) => editProfile(ctx, { ...person, ...business }),
  editWorkingTime: (ctx) =>
    editWorkingTime(ctx, { bufferMinutes: 15, noticeMinutes: 30, openingHours: [] }),
  exportEarnings: (ctx) => exportEarnings(ctx),
  findGone: (ctx, { offer }) => findGone(ctx, { kind: "session", id: offer.sessionId }),
  findSharedSlot: (ctx) => findSharedSlot(ctx, "abcdef"),
  findCheckoutOffering: (ctx, { offer }) =>
    findCheckoutOffering(ctx, { sessionId: freeCheckoutId(offer.bookingId) }),
  followBookingLink: (ctx) => followBookingLink(ctx, link),
  giveNames: (ctx) => giveNames(ctx, person),
  saveOnboardingDraft: (ctx) => saveOnboardingDraft(ctx, business),
  listBookable: (ctx, { cast }) =>
    listBookable(ctx, { professionalId: String(cast.owner.professionalId), limit: 3 }),
  showDemoOperators: async (ctx) => showDemoOperators(ctx),
  listDemoMails: (ctx) => listDemoMails(ctx),
  countUnread: (ctx) => countUnread(ctx),
  listRunningOffers: (ctx) => listRunningOffers(ctx),
  listFavoritesToday: (ctx) => listFavoritesToday(ctx),
  listFound: (ctx) => listFound(ctx),
  listLandings: (ctx) => listLandings(ctx, { activity: "yoga" }),
  listManaged: (ctx) => listManaged(ctx, "session"),
  listNear: (ctx) => listNear(ctx, { place: "Lyon", radius: 10, limit: 3 }),
  listFilterCategories: (ctx) => listFilterCategories(ctx),
  listAcceptedTypes: (ctx) => listAcceptedTypes(ctx),
  listSitemapParts: (ctx) => listSitemapParts(ctx),
  listSitemapRange: (ctx, { offer }) =>
    drain(listSitemapRange(ctx, { kind: "sessions", from: offer.sessionId })),
  logIn: (ctx) => logIn(ctx, { email: newEmail(), password: "parenthese" }),
  listOpenCases: (ctx) => listOpenCases(ctx),
  decideCase: (ctx, { offer }) =>
    decideCase(ctx, { reviewId: offer.sessionId, decision: "publish", reason: "Il est juste." }),
  showReceivedReviews: (ctx) => showReceivedReviews(ctx, {}),
  showReview: (ctx, { offer }) => showReview(ctx, { reviewId: offer.sessionId }),
  listReviewed: (ctx, { offer }) => listReviewed(ctx, [offer.bookingId]),
  markFavorites: (ctx, { offer }) => markFavorites(ctx, [offer.sessionId]),
  markOwnSlots: async (ctx, { offer }) =>
    markOwnSlots(ctx, "session", await showOffering(ctx, "session", offer.sessionId), undefined),
  offersReminders: (ctx, { cast }) => offersReminders(ctx, String(cast.owner.professionalId)),
  showRestriction: (ctx, { offer }) => showRestriction(ctx, offer.sessionId),
  showSeller: (ctx, { cast }) =>
    showSeller(ctx, { professionalId: String(cast.owner.professionalId) }),
  openAccountDashboard: (ctx) => openAccountDashboard(ctx),
  openOnboarding: (ctx) => openOnboarding(ctx),
  permitActivities: (ctx) => permitActivities(ctx),
  permitPublication: (ctx) => permitPublication(ctx),
  previewOverlap: (ctx, { offer }) =>
    previewOverlap(ctx, "session", { id: offer.sessionId, fields: {} }),
  takeOutsideHour: (ctx, { offer }) =>
    takeOutsideHour(ctx, {
      ...{ offeringId: offer.sessionId, start: "2026-12-27T06:30", minutes: 60 },
    }),
  withdrawProposal: (ctx, { offer }) => withdrawProposal(ctx, { slotId: offer.slotId }),
  showProposable: (ctx, { offer }) => showProposable(ctx, { slotId: offer.slotId }),
  showProposal: (ctx) => showProposal(ctx, { token: link.token }),
  showWaitingSlot: (ctx, { offer }) => showWaitingSlot(ctx, { slotId: offer.slotId }),
  countSeekers: (ctx, { offer }) => countSeekers(ctx, { offeringId: offer.sessionId }),
  previewSlot: (ctx, { offer }) =>
    previewSlot(ctx, { offeringId: offer.sessionId, start: "2026-11-27T18:30" }),
  proposeOpeningHours: (ctx) => proposeOpeningHours(ctx),
  readFeed: (ctx) => readFeed(ctx, { secret: newId() }),
  reportContent: (ctx, { offer }) =>
    reportContent(ctx, {
      ...{ content: offer.sessionId, reason: "other", text: "Non.", goodFaith: true },
      email: newEmail(),
    }),
  showReportableContent: (ctx, { offer }) =>
    showReportableContent(ctx, { content: offer.sessionId }),
  showContestable: (ctx) => showContestable(ctx, { token: newId() }),
  contestCase: (ctx) => contestCase(ctx, { token: newId(), text: "Non." }),
  showContestableCase: (ctx) => showContestableCase(ctx, { token: newId() }),
  showContestableDecision: (ctx) => showContestableDecision(ctx, { token: newId() }),
  contestAccountDecision: (ctx) => contestAccountDecision(ctx, { token: newId(), text: "Non." }),
  showAbsence: (ctx) => showAbsence(ctx, newId()),
  showChoice: (ctx) => showChoice(ctx, { token: newId() }),
  chooseRefund: (ctx) => chooseRefund(ctx, { token: newId(), choice: "refunded" }),
  showOwnNotice: (ctx) => showOwnNotice(ctx),
  contestDecision: (ctx) => contestDecision(ctx, { token: newId(), text: "Non." }),
  reportBookingMessage: (ctx) =>
    reportBookingMessage(ctx, { message: newId(), reason: "other", text: "Non." }),
  showReportableMessage: (ctx) => showReportableMessage(ctx, { message: newId() }),
  readBookingLink: (ctx) => readBookingLink(ctx, link),
  readDemoAttachment: (ctx) => readDemoAttachment(ctx, { mailId: newId(), place: 0 }),
  readImage: async (ctx, { cast, offer }) => {
    const folder = String(cast.owner.professionalId);
    const key = `images/session-images/${folder}/${offer.imageName}`;
    await ctx.files.write(key, new Uint8Array([0]));
    return readImage(ctx, { bucket: "session-images", folder, name: offer.imageName });
  },
  readReset: (ctx) => readReset(ctx, link),
  readSignUp: (ctx) => readSignUp(ctx, link),
  receiveStripeEvent: (ctx) =>
    receiveStripeEvent(ctx, { endpoint: "platform", payload: "{}", signature: "t=1,v1=00" }),
  refreshOwnAccount: (ctx) => refreshOwnAccount(ctx),
  refreshTokens: (ctx) => refreshTokens(ctx, { refreshToken: "nul" }),
  refuseSignUp: (ctx) => refuseSignUp(ctx, link),
  requestGiftCard: (ctx) =>
    requestGiftCard(ctx, {
      ...{
        companyName: "Atelier",
        contactName: "Julie Martin",
        email: newEmail(),
        phone: "0612345678",
      },
      ...{ employeeCount: "10", message: "Bonjour à vous tous." },
    }),
  resetPassword: (ctx) => resetPassword(ctx, link),
  searchOwnOfferings: (ctx) => searchOwnOfferings(ctx, {}),
  countChoices: (ctx) => countChoices(ctx, searchQuery.parse({})),
  searchSessions: (ctx) => searchSessions(ctx, searchQuery.parse({})),
  setOfferingActive: (ctx, { offer }) =>
    setOfferingActive(ctx, "session", { id: offer.sessionId, isActive: true }),
  showPurchase: (ctx, { offer }) => showPurchase(ctx, offer),
  showCalendarFile: (ctx, { offer }) => showCalendarFile(ctx, offer),
  showDemoCalendar: (ctx) => showDemoCalendar(ctx),
  showDeletionRequest: (ctx) => showDeletionRequest(ctx),
  showDirectory: (ctx) => showDirectory(ctx, { q: "" }),
  showFavorites: (ctx) => showFavorites(ctx, {}),
  showHome: (ctx) => Promise.all(Object.values(showHome(ctx)).map((read) => read())),
  showLanding: (ctx) => showLanding(ctx, { activity: "yoga" }),
  showLandings: (ctx) => showLandings(ctx),
  showNextBooking: (ctx) => showNextBooking(ctx),
  showOnboarding: (ctx) => showOnboarding(ctx, { asked: null }),
  showOwnOffering: (ctx, { offer }) => showOwnOffering(ctx, "session", offer.sessionId),
  showPayouts: (ctx) => showPayouts(ctx),
  showMove: (ctx, { offer }) => showMove(ctx, offer),
  nameCompanions: (ctx, { offer: { bookingId } }) =>
    nameCompanions(ctx, { bookingId, companions: "Léo" }),
  showTaxDetails: (ctx) => showTaxDetails(ctx),
  showOwnVerification: (ctx) => showOwnVerification(ctx),
  submitProof: (ctx) => submitProof(ctx, { kind: "company", number: "73282932000074" }),
  openOwnPaper: (ctx) => openOwnPaper(ctx, { proofId: newId() }),
  showTick: (ctx) => showTick(ctx, { professionalId: newId() }),
  editTaxDetails: (ctx) => editTaxDetails(ctx, TAX_DETAILS),
  showPresence: (ctx, { offer }) => showPresence(ctx, offer),
  showProfessionalOffers: (ctx, { cast }) =>
    showProfessionalOffers(ctx, String(cast.owner.professionalId)),
  showProfessionalPage: (ctx, { cast }) => showProfessionalPage(ctx, cast.owner),
  showPublished: (ctx, { offer }) => showPublished(ctx, { slotId: offer.slotId }),
  showQuota: (ctx) => showQuota(ctx),
  showStop: (ctx) => showStop(ctx, { code: "x".repeat(22) }),
  showUnsubscription: (ctx) => showUnsubscription(ctx, { code: "x".repeat(22) }),
  showUpcomingCount: (ctx) => showUpcomingCount(ctx),
  stopTexts: (ctx) => stopTexts(ctx, { code: "x".repeat(22) }),
  suggestSlot: (ctx) => suggestSlot(ctx, {}),
  withdrawFromContract: (ctx) =>
    withdrawFromContract(ctx, { name: "Julie Martin", email: newEmail(), contract: "Yoga" }),

  // The use cases behind the operator's commands.
  backUp: (ctx) => backUpFor(ctx, (folder) => folder),
  exportBookings: (ctx) => drain(exportBookings(ctx, { reason: "Pour un essai." })),
  exportSellerReport: (ctx) => exportSellerReport(ctx, { year: 2026, reason: "Pour un essai." }),
  exportPerson: (ctx, scene) => exportPerson(ctx, { ...owner(scene), reason: "Pour un essai." }),
  grantActivities: (ctx, scene) =>
    grantActivities(ctx, { ...owner(scene), granted: true, reason: "Pour un essai." }),
  judgeDebts: (ctx) => judgeDebts(ctx.db, ctx.now()),
  judgeInvariants: (ctx) => judgeInvariants(ctx.db, ctx.now()),
  compareProvider: (ctx) => compareProvider(ctx),
  judgeAnchor: (ctx) => judgeAnchor(ctx),
  judgeSecrets: (ctx) => judgeSecrets(ctx),
  listOperators: (ctx) => listOperators(ctx),
  changeRoles: async (ctx) => {
    const email = newEmail();
    await makeOperator(ctx, { ...FINANCE, email });
    await changeRoles(ctx, { email, roles: ["assistance"], reason: "Pour un essai." });
  },
  makeOperator: (ctx) => makeOperator(ctx, { ...FINANCE, email: newEmail() }),
  closeOperator: async (ctx) => {
    const email = newEmail();
    await makeOperator(ctx, { ...FINANCE, email });
    await closeOperator(ctx, { email, reason: "Pour un essai." });
  },
  listDeletionRequests: (ctx) => listDeletionRequests(ctx),
  listDoubleBookings: (ctx) => listDoubleBookings(ctx.db, ctx.now()),
  listReviews: (ctx) => listReviews(ctx),
  processDeletion: (ctx, { cast }) =>
    processDeletion(ctx, { email: cast.stranger.email, reason: "Sa lettre." }),
  reconcilePayments: (ctx) => reconcilePayments(ctx),
  reconcileSubscriptions: (ctx) => reconcileSubscriptions(ctx),
  replayStripeEvent: async (ctx) => {
    const { id } = await ctx.stripe.checkout.sessions.create({
      ...{ mode: "payment", success_url: ctx.config.appUrl },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: "eur", unit_amount: 4_000, product_data: { name: "Yoga" } },
        },
      ],
    });
    await ctx.stripe.checkout.sessions.expire(id);
    const { data } = await ctx.stripe.events.list({ limit: 1 });
    return replayStripeEvent(ctx, { eventId: String(data[0]?.id), reason: "Pour un essai." });
  },
  restoreBackup: (ctx) => backUpFor(ctx, (folder) => restoreBackup(ctx, { folder })),
  resumeAfterRestore: (ctx) => resumeAfterRestore(ctx, { reason: "Pour un essai." }),
  decideReview: async (ctx, scene) =>
    decideReview(ctx, {
      paymentId: await makeReview(ctx, scene),
      decision: "accept",
      reason: "Compte fermé.",
      ...RETURN_PROOF,
    }),
  showQueue: (ctx) => showQueue(ctx, {}),
  showMessage: (ctx) => showMessage(ctx, { messageId: newId() }),
  closeMessage: (ctx) =>
    closeMessage(ctx, { messageId: newId(), answer: "Bonjour.", reason: "Pour un essai." }),
  fileAsRights: (ctx) => fileAsRights(ctx, { messageId: newId(), reason: "Pour un essai." }),
  settleRefusedMail: (ctx) => settleRefusedMail(ctx, { mailId: newId(), reason: "Pour un essai." }),
  actOnAccount: (ctx, { cast }) =>
    actOnAccount(ctx, { userId: cast.owner.userId, decision: "reset", reason: "Pour un essai." }),
  decideBooking: (ctx) =>
    decideBooking(ctx, { bookingId: newId(), decision: "again", reason: "Pour un essai." }),
  askProof: (ctx) =>
    askProof(ctx, { professionalId: newId(), kind: "insurance", reason: "Pour un essai." }),
  listAccountContests: (ctx) => listAccountContests(ctx),
  showAccountDecisions: (ctx, scene) => showAccountDecisions(ctx, owner(scene)),
  suspendAccount: (ctx, scene) => suspendAccount(ctx, { ...SUSPENSION, ...owner(scene) }),
  reopenAccount: (ctx, scene) => reopenAccount(ctx, { ...owner(scene), reason: "Pour un essai." }),
  endRelationship: (ctx, scene) => endRelationship(ctx, { ...SUSPENSION, ...owner(scene) }),
  takeNoticeBack: (ctx, scene) =>
    takeNoticeBack(ctx, { ...owner(scene), reason: "Pour un essai." }),
  upholdDecision: (ctx, scene) =>
    upholdDecision(ctx, { ...owner(scene), reason: "Pour un essai." }),
  searchRecords: (ctx, { cast }) => searchRecords(ctx, { q: cast.client.email }),
  cancelForSomebody: (ctx, { offer: { bookingId } }) =>
    cancelForSomebody(ctx, { bookingId, side: "professional", reason: "Pour un essai." }),
  decideGoodwill: (ctx) =>
    decideGoodwill(ctx, { proposalId: newId(), decision: "grant", reason: "Pour un essai." }),
  listGoodwill: (ctx) => listGoodwill(ctx),
  // Nobody contests it.
  acceptLoss: async (ctx, scene) =>
    acceptLoss(ctx, {
      paymentId: await makeReview(ctx, scene),
      ...{ reason: "Aucune preuve de la venue du client." },
    }),
  writeLetter: (ctx, { offer: { bookingId } }) =>
    writeLetter(ctx, {
      ...{ id: bookingId, to: "client", letterId: newId(), reason: "Pour un essai." },
      ...{ subject: "Votre demande", text: "Nous regardons votre demande." },
    }),
  decideLoss: (ctx) =>
    decideLoss(ctx, { proposalId: newId(), decision: "grant", reason: "Pour un essai." }),
  decideOutsideRefund: (ctx) =>
    decideOutsideRefund(ctx, { proposalId: newId(), decision: "grant", reason: "Pour un essai." }),
  listDisputes: (ctx) => listDisputes(ctx),
  showDispute: (ctx) => showDispute(ctx, { paymentId: newId() }),
  answerDispute: (ctx) =>
    answerDispute(ctx, {
      ...{ paymentId: newId(), product: "", serviceDate: "", refundPolicy: "", cancellation: "" },
      ...{ activity: "", messages: [], files: [], reason: "Pour un essai." },
    }),
  addEvidenceFile: (ctx) =>
    addEvidenceFile(ctx, {
      ...{ paymentId: newId(), kind: "receipt", file: new File(["%PDF-1.7 %%EOF"], "a.pdf") },
    }),
  removeEvidenceFile: (ctx) => removeEvidenceFile(ctx, { paymentId: newId(), kind: "receipt" }),
  openEvidenceFile: (ctx) => openEvidenceFile(ctx, { paymentId: newId(), fileId: "file_1" }),
  // The platform has paid nothing of it.
  reclaimShare: async (ctx, scene) =>
    reclaimShare(ctx, {
      paymentId: await makeReview(ctx, scene),
      ...{ reclaimId: newId(), amount: "5", reason: "Pour un essai." },
    }),
  // Its hour is to come, so that its rule may still owe something.
  giveGoodwill: (ctx, { offer: { bookingId } }) =>
    giveGoodwill(ctx, { bookingId, amount: "5", reason: "Pour un essai." }),
  listAnnouncements: (ctx) => listAnnouncements(ctx),
  announce: (ctx) =>
    announce(ctx, {
      ...{ kind: "information", text: "Essai.", reason: "Pour un essai." },
      until: toParis(new Date(ctx.now().getTime() + DAY)),
    }),
  announceTerms: (ctx) =>
    announceTerms(ctx, { summary: "Essai.", from: "2999-01-01", reason: "Pour un essai." }),
  showComingTerms: (ctx) => showComingTerms(ctx),
  listTerms: (ctx) => listTerms(ctx),
  refuseTerms: (ctx) => refuseTerms(ctx, { changeId: newId() }),
  acceptTerms: (ctx) => acceptTerms(ctx),
  takeAnnouncementBack: (ctx) =>
    takeAnnouncementBack(ctx, { announcementId: newId(), reason: "Pour un essai." }),
  listProposals: (ctx) => listProposals(ctx),
  decideCategory: (ctx) =>
    decideCategory(ctx, { typeId: newId(), decision: "accept", reason: "Pour un essai." }),
  withdrawDeletionOf: async (ctx, scene) => {
    const { userId } = scene.cast.owner;
    await ctx.db
      .update(profiles)
      .set({ deletionAskedAt: ctx.now(), deletionHid: [] })
      .where(eq(profiles.id, userId));
    return withdrawDeletionOf(ctx, { ...owner(scene), reason: "Pour un essai." });
  },
  showContentCase: (ctx) => showContentCase(ctx, { contentId: newId() }),
  decideContent: (ctx) =>
    decideContent(ctx, { contentId: newId(), decision: "none", reason: "Rien à redire." }),
  showMessageCase: (ctx) => showMessageCase(ctx, { messageId: newId() }),
  decideMessageCase: (ctx) =>
    decideMessageCase(ctx, { messageId: newId(), decision: "keep", reason: "Rien à redire." }),
  listTaxRequests: (ctx) => listTaxRequests(ctx),
  showVerification: (ctx) => showVerification(ctx, { professionalId: newId() }),
  decideProof: (ctx) => decideProof(ctx, { proofId: newId(), decision: "accepted" }),
  unverifyProfessional: (ctx, scene) =>
    unverifyProfessional(ctx, { ...owner(scene), reason: "Pour un essai." }),
};
