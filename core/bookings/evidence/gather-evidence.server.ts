import type { Executor } from "#platform/postgres.server.ts";
import { formatDate, formatTime } from "../../dates.ts";
import { listSentMails } from "../../notifications/list-sent-mails.server.ts";
import { bookingTexts, clientName } from "../labels.ts";
import { listOf } from "../messages/store.server.ts";
import { seatsLabel } from "../seats/labels.ts";
import { type BookingRow, findBooking, findBookingRow } from "../store.server.ts";
import { CANCELLED_BY, MAIL_NAMES, PRESENCE_TEXTS } from "./labels.ts";
import type { BookingEvidence } from "./schema.ts";

/**
 * Gathers what shows that a booking was agreed to, remembered and kept, for the bank of a payer who
 * contests its payment (rule: dispute-evidence). Null when there is no such booking.
 */
export async function gatherEvidence(
  db: Executor,
  bookingId: string,
): Promise<BookingEvidence | null> {
  const [row, booking] = await Promise.all([
    findBookingRow(db, bookingId),
    findBooking(db, bookingId),
  ]);
  if (!row || !booking) return null;
  const [mails, messages] = await Promise.all([
    listSentMails(db, { to: row.buyerEmail, bookingId }),
    listOf(db, bookingId),
  ]);
  const { title, date, time, place, professional } = bookingTexts(row);
  return {
    clientId: row.clientId,
    customerName: clientName(row),
    customerEmail: row.buyerEmail,
    serviceDate: `${date}, ${time}`,
    product: `« ${title} », ${seatsLabel(row.seats)}, avec ${professional}. Lieu : ${place}.`,
    refundPolicy: `Montré au-dessus du bouton de paiement, avant la commande du ${momentOf(row.createdAt)} : remboursement intégral en cas d'annulation jusqu'au ${momentOf(row.refundableUntil)}, aucun remboursement ensuite.`,
    cancellation: cancellationOf(booking),
    activity: activityOf(row, mails),
    messages: messages
      .filter(({ text }) => text !== "")
      .map(({ id, by, text, createdAt: at }) => ({ id, by, text, at })),
  };
}

/** « 20/11/2026 à 18:30 », in Paris. */
const momentOf = (instant: Date) => `${formatDate(instant)} à ${formatTime(instant)}`;

function cancellationOf({
  cancelledAt,
  cancelReason,
}: {
  cancelledAt: Date | null;
  cancelReason: string | null;
}): string {
  if (!cancelledAt) return "La réservation n'a jamais été annulée.";
  const by = CANCELLED_BY[cancelReason ?? ""] ?? "par le site";
  return `La réservation a été annulée ${by} le ${momentOf(cancelledAt)}.`;
}

function activityOf(row: BookingRow, mails: readonly { kind: string; sentAt: Date }[]): string {
  const happened: [Date, string][] = [[row.createdAt, "Commande passée sur le site."]];
  if (row.confirmedAt) happened.push([row.confirmedAt, "Paiement reçu, réservation confirmée."]);
  for (const { kind, sentAt } of mails) {
    const name = MAIL_NAMES[kind];
    if (name) happened.push([sentAt, `E-mail envoyé à ${row.buyerEmail} : ${name}.`]);
  }
  if (row.presence && row.presenceBy && row.presenceAt) {
    happened.push([row.presenceAt, PRESENCE_TEXTS[row.presenceBy][row.presence]]);
  }
  return happened
    .sort(([one], [other]) => one.getTime() - other.getTime())
    .map(([at, what]) => `${momentOf(at)} — ${what}`)
    .join("\n");
}
