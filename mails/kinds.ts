import { readPasswordMail } from "#core/accounts/passwords/read-account-mail.server.ts";
import { readCredentialsMail } from "#core/accounts/passwords/read-credentials-mail.server.ts";
import { readResetMail } from "#core/accounts/passwords/read-reset-mail.server.ts";
import { readConfirmationMail } from "#core/accounts/sign-up/read-confirmation-mail.server.ts";
import { readLinkMail } from "#core/bookings/links/read-link-mail.server.ts";
import {
  readBookingMail,
  readNeedlessPayment,
  readRefundMail,
} from "#core/bookings/read-booking-mail.server.ts";
import { readMessageMail } from "#core/messages/read-message-mail.server.ts";
import type { MailKind } from "#core/notifications/schema.ts";
import {
  readDeletedMail,
  readDeletionRequestMail,
  readUnusedMail,
} from "#core/privacy/deletion/read-closing-mail.server.ts";
import { readAccountMail } from "#core/professionals/payment-account/read-account-mail.server.ts";
import { readLostMail } from "#core/reconciliation/read-lost-mail.server.ts";
import {
  readPurchaseMail,
  readSubscriptionMail,
} from "#core/subscriptions/read-subscription-mail.server.ts";
import { accountDeleted } from "./account-deleted.tsx";
import { accountUnused } from "./account-unused.tsx";
import { bookingCancelledClient } from "./booking-cancelled-client.tsx";
import { bookingCancelledProfessional } from "./booking-cancelled-professional.tsx";
import { bookingConfirmed } from "./booking-confirmed.tsx";
import { bookingLink } from "./booking-link.tsx";
import { bookingReceived } from "./booking-received.tsx";
import { bookingRefundedClient } from "./booking-refunded-client.tsx";
import { bookingRefundedProfessional } from "./booking-refunded-professional.tsx";
import { confirmEmail } from "./confirm-email.tsx";
import { deletionRequested } from "./deletion-requested.tsx";
import { guestCredentials } from "./guest-credentials.tsx";
import { latePaidRefunded } from "./late-paid-refunded.tsx";
import { lostPaymentReturned } from "./lost-payment-returned.tsx";
import { messageReceived } from "./message-received.tsx";
import { needlessPayment } from "./needless-payment.tsx";
import { passwordChanged } from "./password-changed.tsx";
import { paymentAccountRestricted } from "./payment-account-restricted.tsx";
import { paymentFailed } from "./payment-failed.tsx";
import { paymentProcessing } from "./payment-processing.tsx";
import { paymentUnderReview } from "./payment-under-review.tsx";
import { refundRefusedClient } from "./refund-refused-client.tsx";
import { refundRefusedProfessional } from "./refund-refused-professional.tsx";
import { refundSettledClient } from "./refund-settled-client.tsx";
import { refundSettledProfessional } from "./refund-settled-professional.tsx";
import { resetPassword } from "./reset-password.tsx";
import { subscriptionCancelled } from "./subscription-cancelled.tsx";
import { subscriptionConfirmed } from "./subscription-confirmed.tsx";
import { subscriptionEnded } from "./subscription-ended.tsx";
import { subscriptionProcessing } from "./subscription-processing.tsx";
import { subscriptionRefused } from "./subscription-refused.tsx";
import { subscriptionRenewalFailed } from "./subscription-renewal-failed.tsx";
import { subscriptionReturned } from "./subscription-returned.tsx";
import { mailKind, type RenderKind } from "./template.tsx";
import { withdrawalReceipt } from "./withdrawal-receipt.tsx";

type Kinds = { [Kind in MailKind]: RenderKind<Kind> };

/** Every kind of mail, with the reader of its data and its template. */
export const MAIL_KINDS: Kinds = {
  "confirm-email": mailKind(readConfirmationMail, confirmEmail),
  "reset-password": mailKind(readResetMail, resetPassword),
  "guest-credentials": mailKind(readCredentialsMail, guestCredentials),
  "booking-link": mailKind(readLinkMail, bookingLink),
  "needless-payment": mailKind(readNeedlessPayment, needlessPayment),
  "password-changed": mailKind(readPasswordMail, passwordChanged),
  "deletion-requested": mailKind(readDeletionRequestMail, deletionRequested),
  "account-unused": mailKind(readUnusedMail, accountUnused),
  "account-deleted": mailKind(readDeletedMail, accountDeleted),
  "booking-confirmed": mailKind(readBookingMail, bookingConfirmed),
  "booking-received": mailKind(readBookingMail, bookingReceived),
  "payment-processing": mailKind(readBookingMail, paymentProcessing),
  "payment-failed": mailKind(readBookingMail, paymentFailed),
  "late-paid-refunded": mailKind(readBookingMail, latePaidRefunded),
  "lost-payment-returned": mailKind(readLostMail, lostPaymentReturned),
  "payment-under-review": mailKind(readBookingMail, paymentUnderReview),
  "booking-cancelled-client": mailKind(readBookingMail, bookingCancelledClient),
  "booking-cancelled-professional": mailKind(readBookingMail, bookingCancelledProfessional),
  "booking-refunded-client": mailKind(readRefundMail, bookingRefundedClient),
  "booking-refunded-professional": mailKind(readRefundMail, bookingRefundedProfessional),
  "payment-account-restricted": mailKind(readAccountMail, paymentAccountRestricted),
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
  "withdrawal-receipt": mailKind(readMessageMail, withdrawalReceipt),
};
