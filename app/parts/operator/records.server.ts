import { formatDate, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import {
  ACCOUNT_STATES,
  BOOKING_STATES,
  MAIL_STATES,
  mailName,
  PAYMENT_STATE_NAMES,
} from "#core/records/labels.ts";
import type { Found, FoundBooking, Happening } from "#core/records/schema.ts";
import type { Role } from "#core/roles.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { momentOf } from "./office.server.ts";
import type { HappeningLine, RecordLine } from "./records.tsx";

/** A booking among others. */
export function bookingLine({
  id,
  title,
  start,
  professional,
  buyerEmail,
  status,
}: FoundBooking): RecordLine {
  return {
    ...{ id, title, address: operatorAddresses.booking(id) },
    context: `${momentOf(start)}, chez ${professional}, pour ${buyerEmail}`,
    state: BOOKING_STATES[status],
  };
}

/** Everything that was found, under the headings of the search; a sort without any is left out. */
export function recordGroups(found: Found, roles: readonly Role[]) {
  const groups: { name: string; lines: RecordLine[] }[] = [
    {
      name: "Comptes",
      lines: found.accounts.map(({ id, name, email, status }) => ({
        ...{ id, title: name || email, context: name ? email : "" },
        ...{ state: ACCOUNT_STATES[status], address: operatorAddresses.account(id) },
      })),
    },
    {
      name: "Professionnels",
      lines: found.professionals.map(({ id, userId, businessName, city, status }) => ({
        ...{ id, title: businessName, context: city ?? "" },
        ...{ state: ACCOUNT_STATES[status], address: operatorAddresses.account(userId) },
      })),
    },
    { name: "Réservations", lines: found.bookings.map(bookingLine) },
    {
      name: "Paiements",
      lines: found.payments.map(({ id, bookingId, amountCents, ...payment }) => ({
        ...{ id, title: `${formatPrice(amountCents)} : ${payment.description}` },
        ...{ context: payment.payerEmail, state: PAYMENT_STATE_NAMES[payment.status] },
        // The screen of a payment is for the finance role (rule: operator-roles).
        address: roles.includes("finance")
          ? operatorAddresses.payment(id)
          : operatorAddresses.booking(bookingId),
      })),
    },
    {
      name: "E-mails",
      lines: found.mails.map(({ id, kind, to, status, createdAt, bookingId }) => ({
        ...{ id, title: mailName(kind) },
        context: `${formatDate(createdAt)} à ${formatTime(createdAt)}, à ${to || "un destinataire effacé"}`,
        state: MAIL_STATES[status],
        address: bookingId
          ? operatorAddresses.booking(bookingId)
          : to && operatorAddresses.recordsOf(to),
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

/** A timeline in words. */
export function happeningLines(happenings: readonly Happening[]): HappeningLine[] {
  return happenings.map(({ at, what, more, source }, id) => {
    return {
      id,
      when: momentOf(at),
      what,
      more,
      isOurs: source === "ours" || source === "operator",
    };
  });
}
