import type { Executor } from "#platform/postgres.server.ts";
import { formatDate, formatMoment } from "../../dates.ts";
import { factsOf } from "../../notifications/labels.ts";
import { listSentMails } from "../../notifications/list-mails.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { listChanges } from "../changes/store.server.ts";
import { bookingTexts, fullName } from "../labels.ts";
import { listOf } from "../messages/store.server.ts";
import { CONTEST_LABELS } from "../presence/labels.ts";
import { REFUND_NOTICE_HOURS, refundableUntil } from "../rules.ts";
import { seatsLabel } from "../seats/labels.ts";
import { type Booking, type BookingRow, findBooking, findBookingRow } from "../store.server.ts";

export type BookingEvidence = NonNullable<Awaited<ReturnType<typeof gatherEvidence>>>;

const CANCELLED_BY: Record<string, string> = {
  client: "par le client",
  professional: "par le praticien",
  disputed: "après la contestation",
};

const PRESENCE_TEXTS = {
  code: {
    present: "Le client est venu : il a donné son code personnel au praticien.",
    late: "Le client est venu en retard : il a donné son code personnel au praticien.",
    absent: "Le client n'est pas venu.",
  },
  professional: {
    present: "Le praticien a noté la présence du client.",
    late: "Le praticien a noté la présence du client, en retard.",
    absent: "Le praticien a noté l'absence du client.",
  },
};

/** Shows a bank that it was agreed to, remembered and kept (rule: dispute-evidence). */
export async function gatherEvidence(db: Executor, bookingId: string) {
  const row = await findBookingRow(db, bookingId);
  if (!row) return null;
  const [mails, messages] = await Promise.all([
    listSentMails(db, { to: row.buyerEmail, bookingId }),
    listOf(db, bookingId),
  ]);
  const payment = await findPayment(db, { reference: bookingId });
  const { title, date, time, place, professional } = bookingTexts(row);
  return {
    clientId: row.clientId,
    customerName: fullName(row),
    customerEmail: row.buyerEmail,
    serviceDate: `${date}, ${time}`,
    // Never the client's note.
    product: `« ${title} », ${seatsLabel(row.seats)}, avec ${professional}. Lieu : ${place}.`,
    refundPolicy: await policyOf(db, row),
    cancellation: cancellationOf(row),
    activity: activityOf(row, mails, payment?.termsSince ?? null),
    messages: messages
      .filter(({ text }) => text !== "")
      .map(({ id, by, text, createdAt: at }) => ({ id, by, text, at })),
  };
}

/** The rule shown for the slot first ordered (rules: own-move, sold-as-seen). */
async function policyOf(db: Executor, booking: Booking): Promise<string> {
  const first = await findFirst(db, booking);
  const [change] = await listChanges(db, first.id);
  const { start } = change?.was ?? first.sold;
  const shown = refundableUntil(new Date(start));
  const rule =
    shown < first.createdAt
      ? `ce créneau commence dans moins de ${REFUND_NOTICE_HOURS} h : il n'est pas remboursable.`
      : `remboursement intégral en cas d'annulation jusqu'au ${formatMoment(shown)}, aucun remboursement ensuite.`;
  const now = booking.refundableUntil;
  const since =
    now.getTime() === shown.getTime()
      ? ""
      : ` La réservation a été déplacée ou changée depuis : le remboursement restait possible jusqu'au ${formatMoment(now)}.`;
  return `Montré au-dessus du bouton de paiement, avant la commande du ${formatMoment(first.createdAt)} : ${rule}${since}`;
}

async function findFirst(db: Executor, booking: Booking): Promise<Booking> {
  const earlier = booking.replacesId && (await findBooking(db, booking.replacesId));
  return earlier ? findFirst(db, earlier) : booking;
}

function cancellationOf({ cancelledAt, cancelReason }: Booking): string {
  if (!cancelledAt) return "La réservation n'a jamais été annulée.";
  const by = CANCELLED_BY[cancelReason ?? ""] ?? "par le site";
  return `La réservation a été annulée ${by} le ${formatMoment(cancelledAt)}.`;
}

function activityOf(
  row: BookingRow,
  mails: readonly { kind: string; sentAt: Date }[],
  termsSince: string | null,
): string {
  const terms = termsSince
    ? `, en acceptant les conditions générales en vigueur depuis le ${formatDate(new Date(termsSince))}`
    : "";
  const happened: [Date, string][] = [[row.createdAt, `Commande passée sur le site${terms}.`]];
  if (row.confirmedAt) happened.push([row.confirmedAt, "Paiement reçu, réservation confirmée."]);
  for (const { kind, sentAt } of mails) {
    const name = factsOf(kind).evidence;
    if (name) happened.push([sentAt, `E-mail envoyé à ${row.buyerEmail} : ${name}.`]);
  }
  if (row.presence && row.presenceBy && row.presenceAt) {
    happened.push([row.presenceAt, PRESENCE_TEXTS[row.presenceBy][row.presence]]);
  }
  if (row.contestedAt && row.contestedAs) {
    const word = CONTEST_LABELS[row.contestedAs];
    happened.push([row.contestedAt, `Le client conteste cette absence : « ${word} ».`]);
  }
  return happened
    .sort(([one], [other]) => one.getTime() - other.getTime())
    .map(([at, what]) => `${formatMoment(at)} — ${what}`)
    .join("\n");
}
