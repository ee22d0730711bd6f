import { readConfirmationMail } from "#core/accounts/read-confirmation-mail.server.ts";
import { readCredentialsMail } from "#core/accounts/read-credentials-mail.server.ts";
import { readResetMail } from "#core/accounts/read-reset-mail.server.ts";
import { readBookingMail } from "#core/bookings/read-booking-mail.server.ts";
import type { Context } from "#core/context.server.ts";
import { readMessageMail } from "#core/messages/read-message-mail.server.ts";
import type { MailKind, QueuedMail, RenderedMail } from "#core/notifications/schema.ts";
import { bookingCancelledClient } from "./booking-cancelled-client.tsx";
import { bookingCancelledProfessional } from "./booking-cancelled-professional.tsx";
import { bookingConfirmed } from "./booking-confirmed.tsx";
import { bookingReceived } from "./booking-received.tsx";
import { confirmEmail } from "./confirm-email.tsx";
import { guestCredentials } from "./guest-credentials.tsx";
import { latePaidRefunded } from "./late-paid-refunded.tsx";
import { messageReceived } from "./message-received.tsx";
import { resetPassword } from "./reset-password.tsx";
import { mailKind } from "./template.tsx";
import { withdrawalReceipt } from "./withdrawal-receipt.tsx";

type Kinds = {
  [Kind in MailKind]: (ctx: Context, mail: QueuedMail<Kind>) => Promise<RenderedMail | null>;
};

/** Every mail that goes out: who reads its state, who gives its words. */
export const MAIL_KINDS: Kinds = {
  "confirm-email": mailKind(readConfirmationMail, confirmEmail),
  "reset-password": mailKind(readResetMail, resetPassword),
  "guest-credentials": mailKind(readCredentialsMail, guestCredentials),
  "booking-confirmed": mailKind(readBookingMail, bookingConfirmed),
  "booking-received": mailKind(readBookingMail, bookingReceived),
  "late-paid-refunded": mailKind(readBookingMail, latePaidRefunded),
  "booking-cancelled-client": mailKind(readBookingMail, bookingCancelledClient),
  "booking-cancelled-professional": mailKind(readBookingMail, bookingCancelledProfessional),
  "message-received": mailKind(readMessageMail, messageReceived),
  "withdrawal-receipt": mailKind(readMessageMail, withdrawalReceipt),
};
