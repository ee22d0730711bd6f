import { disputedRefund } from "#core/bookings/labels.ts";
import type { BookingMail } from "#core/bookings/read-booking-mail.server.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { REFUND_DELAY } from "#core/payments/labels.ts";

export function refundAsked(
  amount: Cents,
  { isDisputed }: Pick<BookingMail, "isDisputed">,
  more = "",
): string {
  return isDisputed
    ? disputedRefund(amount)
    : `Le remboursement de ${formatPrice(amount)}${more} est demandé : il apparaît en général sous ${REFUND_DELAY}, selon votre banque.`;
}

export function disputedForProfessional(amount: Cents): string {
  return `Le client a contesté ce paiement auprès de sa banque : il est remboursé de ${formatPrice(amount)} par elle, ou par nous une fois qu'elle a décidé.`;
}
