import { readPasswordMail } from "#core/accounts/passwords/read-account-mail.server.ts";
import {
  readCorrectedMail,
  readProofMail,
} from "#core/accounts/passwords/read-correction-mail.server.ts";
import { readCredentialsMail } from "#core/accounts/passwords/read-credentials-mail.server.ts";
import { readResetMail } from "#core/accounts/passwords/read-reset-mail.server.ts";
import { readConfirmationMail } from "#core/accounts/sign-up/read-confirmation-mail.server.ts";
import { readAlertMail, readGuestAlertMail } from "#core/alerts/finds/read-alert-mail.server.ts";
import { readAlertLinkMail } from "#core/alerts/guests/read-alert-link-mail.server.ts";
import { readChangeMail } from "#core/bookings/changes/read-change-mail.server.ts";
import { readLinkReminder } from "#core/bookings/changes/read-link-reminder.server.ts";
import { readGoodwillMail } from "#core/bookings/goodwill/read-goodwill-mail.server.ts";
import { readLinkMail } from "#core/bookings/links/read-link-mail.server.ts";
import { readBookingMessageMail } from "#core/bookings/messages/read-booking-message-mail.server.ts";
import { readMoveMail } from "#core/bookings/move/read-move-mail.server.ts";
import { readAbsenceMail } from "#core/bookings/presence/read-absence-mail.server.ts";
import { readProposalMail } from "#core/bookings/proposals/read-proposal-mail.server.ts";
import {
  readBookingMail,
  readCancelledMail,
  readConfirmedMail,
  readDisputeMail,
  readNeedlessPayment,
  readRefundMail,
} from "#core/bookings/read-booking-mail.server.ts";
import { readReminder } from "#core/bookings/reminders/read-reminder.server.ts";
import {
  readMessageDecisionMail,
  readMessageReportReceivedMail,
} from "#core/bookings/reported-messages/read-message-decision-mail.server.ts";
import {
  readOffered,
  readSold,
  readUnsold,
} from "#core/bookings/resale/read-resale-mail.server.ts";
import { readSeatsMail } from "#core/bookings/seats/read-seats-mail.server.ts";
import { readGapMail } from "#core/calendars/gaps/read-gap-mail.server.ts";
import {
  readFailingCalendar,
  readOverBookings,
  readUnclearCalendar,
} from "#core/calendars/read-calendar-mail.server.ts";
import { readCategoryMail } from "#core/categories/read-category-mail.server.ts";
import {
  readAnswerMail as readMessageAnswer,
  readMessageMail,
} from "#core/contact/read-message-mail.server.ts";
import {
  readContentDecisionMail,
  readReportReceivedMail,
} from "#core/moderation/read-moderation-mail.server.ts";
import type { MailKind } from "#core/notifications/schema.ts";
import { readTaxMail } from "#core/papers/read-tax-mail.server.ts";
import {
  readDeletedMail,
  readDeletionRequestMail,
  readUnusedMail,
} from "#core/privacy/deletion/read-closing-mail.server.ts";
import { readAccountMail } from "#core/professionals/payment-account/read-account-mail.server.ts";
import { readLostMail } from "#core/reconciliation/read-lost-mail.server.ts";
import { readReclaimMail } from "#core/reconciliation/reclaims/read-reclaim-mail.server.ts";
import { readLetterMail } from "#core/records/letters/write-letter.server.ts";
import { readReviewRequest } from "#core/reviews/asking/read-review-request.server.ts";
import {
  readAnswerMail,
  readDecisionMail,
  readReplyMail,
  readReviewReportReceivedMail,
} from "#core/reviews/reports/read-decision-mail.server.ts";
import { readChoiceMail, readGoesOnMail } from "#core/sanctions/clients/read-choice-mail.server.ts";
import {
  readAnswerMail as readAccountAnswer,
  readRefusalMail,
  readSanctionMail,
} from "#core/sanctions/read-sanction-mail.server.ts";
import {
  readPurchaseMail,
  readSubscriptionMail,
} from "#core/subscriptions/read-subscription-mail.server.ts";
import { readTermsMail } from "#core/terms/read-terms-mail.server.ts";
import { readPieceMail, readWantedMail } from "#core/verifications/read-piece-mail.server.ts";
import { readOfferMail, readOpenMail } from "#core/waiting-list/read-waiting-mail.server.ts";
import {
  accountDecisionAnswered,
  accountSuspended,
  relationshipEnding,
} from "./accounts/account-decisions.tsx";
import { accountDeleted } from "./accounts/account-deleted.tsx";
import { accountUnused } from "./accounts/account-unused.tsx";
import { addressCorrected, addressProof } from "./accounts/address-corrected.tsx";
import { confirmEmail } from "./accounts/confirm-email.tsx";
import { deletionRequested } from "./accounts/deletion-requested.tsx";
import { guestCredentials } from "./accounts/guest-credentials.tsx";
import { passwordChanged } from "./accounts/password-changed.tsx";
import { resetPassword } from "./accounts/reset-password.tsx";
import { termsChanging } from "./accounts/terms-changing.tsx";
import { termsRefused } from "./accounts/terms-refused.tsx";
import { alertFound } from "./alerts/alert-found.tsx";
import { alertLink } from "./alerts/alert-link.tsx";
import { bookingCancelledClient } from "./bookings/booking-cancelled-client.tsx";
import { bookingCancelledProfessional } from "./bookings/booking-cancelled-professional.tsx";
import { bookingChanged } from "./bookings/booking-changed.tsx";
import { bookingChoice } from "./bookings/booking-choice.tsx";
import { bookingConfirmed } from "./bookings/booking-confirmed.tsx";
import { bookingGoesOn } from "./bookings/booking-goes-on.tsx";
import { bookingLink } from "./bookings/booking-link.tsx";
import { bookingMessage } from "./bookings/booking-message.tsx";
import { bookingMovedClient, bookingMovedProfessional } from "./bookings/booking-moved.tsx";
import { bookingReceived } from "./bookings/booking-received.tsx";
import { bookingReminder } from "./bookings/booking-reminder.tsx";
import {
  hourKeptProfessional,
  hourMovedClient,
  hourMovedProfessional,
  hourProposed,
  hourWithdrawn,
} from "./bookings/hour-proposed.tsx";
import { linkMissing } from "./bookings/link-missing.tsx";
import { absenceContested, markedAbsent } from "./bookings/marked-absent.tsx";
import { resaleOffered, resaleRestRefunded, resaleSold, resaleUnsold } from "./bookings/resale.tsx";
import { seatsCancelledClient } from "./bookings/seats-cancelled-client.tsx";
import { seatsCancelledProfessional } from "./bookings/seats-cancelled-professional.tsx";
import { calendarFailing } from "./calendars/calendar-failing.tsx";
import { calendarUnclear } from "./calendars/calendar-unclear.tsx";
import { eventOverBooking } from "./calendars/event-over-booking.tsx";
import { gapFound } from "./calendars/gap-found.tsx";
import { categoryDecided } from "./catalogue/category-decided.tsx";
import { messageAnswered } from "./contact/message-answered.tsx";
import { messageReceived } from "./contact/message-received.tsx";
import { withdrawalReceipt } from "./contact/withdrawal-receipt.tsx";
import { messageRemoved, messageReportDecided } from "./messages/message-decided.tsx";
import { operatorLetter } from "./messages/operator-letter.tsx";
import {
  contentDecided,
  contentReportDecided,
  contentReportReceived,
} from "./moderation/content-decided.tsx";
import { taxDetailsDue } from "./papers/tax-details-due.tsx";
import { bookingRefundedClient } from "./payments/booking-refunded-client.tsx";
import { bookingRefundedProfessional } from "./payments/booking-refunded-professional.tsx";
import { goodwillRefused } from "./payments/goodwill-refused.tsx";
import { latePaidRefunded } from "./payments/late-paid-refunded.tsx";
import { lostPaymentReturned } from "./payments/lost-payment-returned.tsx";
import { needlessPayment } from "./payments/needless-payment.tsx";
import { paymentAccountRestricted } from "./payments/payment-account-restricted.tsx";
import { disputeWon, paymentDisputed } from "./payments/payment-disputed.tsx";
import { disputeWonClient, paymentDisputedClient } from "./payments/payment-disputed-client.tsx";
import { paymentFailed } from "./payments/payment-failed.tsx";
import { paymentProcessing } from "./payments/payment-processing.tsx";
import { paymentUnderReview } from "./payments/payment-under-review.tsx";
import { refundRefusedClient } from "./payments/refund-refused-client.tsx";
import { refundRefusedProfessional } from "./payments/refund-refused-professional.tsx";
import { refundSettledClient } from "./payments/refund-settled-client.tsx";
import { refundSettledProfessional } from "./payments/refund-settled-professional.tsx";
import { shareReclaimed } from "./payments/share-reclaimed.tsx";
import { replyDecided } from "./reviews/reply-decided.tsx";
import { reportDecided } from "./reviews/report-decided.tsx";
import { reviewAsked } from "./reviews/review-asked.tsx";
import { reviewDecided } from "./reviews/review-decided.tsx";
import { subscriptionCancelled } from "./subscriptions/subscription-cancelled.tsx";
import { subscriptionConfirmed } from "./subscriptions/subscription-confirmed.tsx";
import { subscriptionEnded } from "./subscriptions/subscription-ended.tsx";
import { subscriptionProcessing } from "./subscriptions/subscription-processing.tsx";
import { subscriptionRefused } from "./subscriptions/subscription-refused.tsx";
import { subscriptionRenewalFailed } from "./subscriptions/subscription-renewal-failed.tsx";
import { subscriptionReturned } from "./subscriptions/subscription-returned.tsx";
import { mailKind, type RenderKind } from "./template.tsx";
import {
  proofAccepted,
  proofEnded,
  proofExpiring,
  proofReceived,
  proofRefused,
  proofWanted,
} from "./verifications/proof-mails.tsx";
import { waitingOffer } from "./waiting-list/waiting-offer.tsx";
import { waitingOpen } from "./waiting-list/waiting-open.tsx";

type Kinds = { [Kind in MailKind]: RenderKind<Kind> };

/** Every kind of mail, with the reader of its data and its template. */
export const MAIL_KINDS: Kinds = {
  "confirm-email": mailKind(readConfirmationMail, confirmEmail),
  "reset-password": mailKind(readResetMail, resetPassword),
  "address-proof": mailKind(readProofMail, addressProof),
  "address-corrected": mailKind(readCorrectedMail, addressCorrected),
  "guest-credentials": mailKind(readCredentialsMail, guestCredentials),
  "booking-link": mailKind(readLinkMail, bookingLink),
  "marked-absent": mailKind(readAbsenceMail, markedAbsent),
  "absence-contested": mailKind(readAbsenceMail, absenceContested),
  "letter-to-client": mailKind(readBookingMessageMail, bookingMessage),
  "letter-to-professional": mailKind(readBookingMessageMail, bookingMessage),
  "hour-proposed": mailKind(readProposalMail, hourProposed),
  "hour-moved-client": mailKind(readProposalMail, hourMovedClient),
  "hour-moved-professional": mailKind(readProposalMail, hourMovedProfessional),
  "hour-kept-professional": mailKind(readProposalMail, hourKeptProfessional),
  "hour-withdrawn": mailKind(readProposalMail, hourWithdrawn),
  "link-missing": mailKind(readLinkReminder, linkMissing),
  "alert-found": mailKind(readAlertMail, alertFound),
  "alert-link": mailKind(readAlertLinkMail, alertLink),
  "guest-alert-found": mailKind(readGuestAlertMail, alertFound),
  "waiting-offer": mailKind(readOfferMail, waitingOffer),
  "waiting-open": mailKind(readOpenMail, waitingOpen),
  "booking-reminder": mailKind(readReminder, bookingReminder),
  "review-asked": mailKind(readReviewRequest, reviewAsked),
  "review-decided": mailKind(readDecisionMail, reviewDecided),
  "reply-decided": mailKind(readReplyMail, replyDecided),
  "report-decided": mailKind(readAnswerMail, reportDecided),
  "message-report-decided": mailKind(readMessageDecisionMail, messageReportDecided),
  "message-removed": mailKind(readMessageDecisionMail, messageRemoved),
  "review-report-received": mailKind(readReviewReportReceivedMail, contentReportReceived),
  "message-report-received": mailKind(readMessageReportReceivedMail, contentReportReceived),
  "content-report-received": mailKind(readReportReceivedMail, contentReportReceived),
  "content-report-decided": mailKind(readContentDecisionMail, contentReportDecided),
  "content-decided": mailKind(readContentDecisionMail, contentDecided),
  "proof-received": mailKind(readPieceMail, proofReceived),
  "proof-accepted": mailKind(readPieceMail, proofAccepted),
  "proof-refused": mailKind(readPieceMail, proofRefused),
  "proof-expiring": mailKind(readPieceMail, proofExpiring),
  "proof-ended": mailKind(readPieceMail, proofEnded),
  "proof-wanted": mailKind(readWantedMail, proofWanted),
  "category-decided": mailKind(readCategoryMail, categoryDecided),
  "gap-found": mailKind(readGapMail, gapFound),
  "calendar-failing": mailKind(readFailingCalendar, calendarFailing),
  "calendar-unclear": mailKind(readUnclearCalendar, calendarUnclear),
  "event-over-booking": mailKind(readOverBookings, eventOverBooking),
  "needless-payment": mailKind(readNeedlessPayment, needlessPayment),
  "password-changed": mailKind(readPasswordMail, passwordChanged),
  "deletion-requested": mailKind(readDeletionRequestMail, deletionRequested),
  "account-unused": mailKind(readUnusedMail, accountUnused),
  "account-suspended": mailKind(readSanctionMail, accountSuspended),
  "relationship-ending": mailKind(readSanctionMail, relationshipEnding),
  "account-decision-answered": mailKind(readAccountAnswer, accountDecisionAnswered),
  "terms-changing": mailKind(readTermsMail, termsChanging),
  "terms-refused": mailKind(readRefusalMail, termsRefused),
  "booking-choice": mailKind(readChoiceMail, bookingChoice),
  "booking-goes-on": mailKind(readGoesOnMail, bookingGoesOn),
  "account-deleted": mailKind(readDeletedMail, accountDeleted),
  "booking-confirmed": mailKind(readConfirmedMail, bookingConfirmed),
  "booking-changed": mailKind(readChangeMail, bookingChanged),
  "booking-received": mailKind(readBookingMail, bookingReceived),
  "payment-processing": mailKind(readBookingMail, paymentProcessing),
  "payment-failed": mailKind(readBookingMail, paymentFailed),
  "late-paid-refunded": mailKind(readBookingMail, latePaidRefunded),
  "lost-payment-returned": mailKind(readLostMail, lostPaymentReturned),
  "payment-under-review": mailKind(readBookingMail, paymentUnderReview),
  "booking-cancelled-client": mailKind(readCancelledMail, bookingCancelledClient),
  "booking-cancelled-professional": mailKind(readBookingMail, bookingCancelledProfessional),
  "booking-moved-client": mailKind(readMoveMail, bookingMovedClient),
  "booking-moved-professional": mailKind(readMoveMail, bookingMovedProfessional),
  "seats-cancelled-client": mailKind(readSeatsMail, seatsCancelledClient),
  "seats-cancelled-professional": mailKind(readSeatsMail, seatsCancelledProfessional),
  "resale-offered": mailKind(readOffered, resaleOffered),
  "resale-sold": mailKind(readSold, resaleSold),
  "resale-rest-refunded": mailKind(readSold, resaleRestRefunded),
  "resale-unsold": mailKind(readUnsold, resaleUnsold),
  "booking-refunded-client": mailKind(readRefundMail, bookingRefundedClient),
  "booking-refunded-professional": mailKind(readRefundMail, bookingRefundedProfessional),
  "payment-disputed": mailKind(readDisputeMail, paymentDisputed),
  "payment-disputed-client": mailKind(readDisputeMail, paymentDisputedClient),
  "dispute-won": mailKind(readDisputeMail, disputeWon),
  "dispute-won-client": mailKind(readDisputeMail, disputeWonClient),
  "operator-letter": mailKind(readLetterMail, operatorLetter),
  "goodwill-refused": mailKind(readGoodwillMail, goodwillRefused),
  "share-reclaimed": mailKind(readReclaimMail, shareReclaimed),
  "payment-account-restricted": mailKind(readAccountMail, paymentAccountRestricted),
  "tax-details-due": mailKind(readTaxMail, taxDetailsDue),
  "refund-refused-client": mailKind(readBookingMail, refundRefusedClient),
  "refund-refused-professional": mailKind(readBookingMail, refundRefusedProfessional),
  "refund-settled-client": mailKind(readBookingMail, refundSettledClient),
  "refund-settled-professional": mailKind(readBookingMail, refundSettledProfessional),
  "subscription-confirmed": mailKind(readPurchaseMail, subscriptionConfirmed),
  "subscription-returned": mailKind(readPurchaseMail, subscriptionReturned),
  "subscription-processing": mailKind(readPurchaseMail, subscriptionProcessing),
  "subscription-refused": mailKind(readPurchaseMail, subscriptionRefused),
  "subscription-cancelled": mailKind(readSubscriptionMail, subscriptionCancelled),
  "subscription-renewal-failed": mailKind(readSubscriptionMail, subscriptionRenewalFailed),
  "subscription-ended": mailKind(readSubscriptionMail, subscriptionEnded),
  "message-received": mailKind(readMessageMail, messageReceived),
  "message-answered": mailKind(readMessageAnswer, messageAnswered),
  "withdrawal-receipt": mailKind(readMessageMail, withdrawalReceipt),
};
