import type { SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { bookingTexts, clientName } from "./labels.ts";
import { type BookingRow, findBookingRow } from "./store.server.ts";

type BookingMailKind =
  | "booking-confirmed"
  | "booking-received"
  | "late-paid-refunded"
  | "booking-cancelled-client"
  | "booking-cancelled-professional";

/** What the mails of a booking say, read when they are sent. */
export interface BookingMail {
  bookingId: string;
  kind: SlotKind;
  siteUrl: string;
  texts: ReturnType<typeof bookingTexts>;
  start: Date;
  end: Date;
  isOnline: boolean;
  price: Cents;
  /** The platform's part of it, as it was when the seat was held. */
  commission: Cents;
  notes: string | null;
  refundableUntil: Date;
  /** False when the booking was made too late for its cancellation to be refunded. */
  isRefundable: boolean;
  client: { name: string; email: string };
  /** Bought as a guest with the e-mail of an account that existed (R27). */
  isAttached: boolean;
  cancelledBy: "client" | "professional" | null;
  /** What is given back; null when nothing is owed. */
  refund: Cents | null;
}

/** Null when the booking has meanwhile become something else than what the mail would say. */
export async function readBookingMail(
  ctx: Context,
  mail: QueuedMail<BookingMailKind>,
): Promise<BookingMail | null> {
  const row = await findBookingRow(ctx.db, mail.data.bookingId);
  if (!row || !isTrueStill(mail.kind, row)) return null;
  const { cancelReason } = row;
  return {
    bookingId: row.id,
    kind: row.kind,
    siteUrl: ctx.config.appUrl,
    texts: bookingTexts(row),
    start: row.start,
    end: row.end,
    isOnline: row.isOnline,
    price: row.pricePaidCents,
    commission: row.commissionCents,
    notes: row.bookingNotes,
    refundableUntil: row.refundableUntil,
    isRefundable: row.refundableUntil.getTime() > row.createdAt.getTime(),
    client: { name: clientName(row), email: row.buyerEmail },
    isAttached: row.guestProofHash !== null && !row.accountCreated,
    cancelledBy: cancelReason === "client" || cancelReason === "professional" ? cancelReason : null,
    refund: ["refunding", "refunded", "review"].includes(row.paymentState ?? "")
      ? row.pricePaidCents
      : null,
  };
}

function isTrueStill(kind: BookingMailKind, row: BookingRow): boolean {
  const isCancelled = kind !== "booking-confirmed" && kind !== "booking-received";
  return row.status === (isCancelled ? "cancelled" : "confirmed");
}
