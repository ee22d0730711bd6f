import { formatMoment } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import {
  ACCOUNT_STATES,
  BOOKING_STATES,
  CASE_NAMES,
  MAIL_STATES,
  mailName,
  PAYMENT_STATE_NAMES,
} from "#core/records/labels.ts";
import type { Found, FoundBooking, Happening } from "#core/records/schema.ts";
import { CASE_FOLDERS, caseNumberOf } from "#core/records/search/rules.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";

export function bookingLine({ id, title, start, professional, buyerEmail, status }: FoundBooking) {
  return {
    ...{ id, title, address: operatorAddresses.booking(id) },
    context: `${formatMoment(start)}, chez ${professional}, pour ${buyerEmail}`,
    state: BOOKING_STATES[status],
  };
}

export function recordGroups(found: Found) {
  const groups: { name: string; lines: ReturnType<typeof bookingLine>[] }[] = [
    {
      name: "Dossiers",
      lines: found.cases.map(({ letter, id }) => {
        const address = `${operatorAddresses.queue}/${CASE_FOLDERS[letter]}/${id}`;
        const title = caseNumberOf(address) ?? id;
        return { id, title, context: "", state: CASE_NAMES[letter], address };
      }),
    },
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
      lines: found.payments.map(({ id, amountCents, ...payment }) => ({
        ...{ id, title: `${formatPrice(amountCents)} : ${payment.description}` },
        ...{ context: payment.payerEmail, state: PAYMENT_STATE_NAMES[payment.status] },
        address: operatorAddresses.payment(id),
      })),
    },
    {
      name: "E-mails",
      lines: found.mails.map(({ id, kind, to, status, createdAt, bookingId }) => ({
        ...{ id, title: mailName(kind) },
        context: `${formatMoment(createdAt)}, à ${to || "un destinataire effacé"}`,
        state: MAIL_STATES[status],
        address: bookingId
          ? operatorAddresses.booking(bookingId)
          : to && operatorAddresses.recordsOf(to),
      })),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

export function happeningLines(happenings: readonly Happening[]) {
  return happenings.map(({ at, ...told }, id) => ({ ...told, id, when: formatMoment(at) }));
}
