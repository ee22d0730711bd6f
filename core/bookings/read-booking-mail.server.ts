import * as addresses from "#site/addresses.ts";
import { inCity } from "../catalogue/rules.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { isSameMailbox } from "../mailbox.ts";
import { type Cents, cents } from "../money.ts";
import type { MailOf, QueuedMail } from "../notifications/schema.ts";
import { findOutsideReturn, findPayment, findShares } from "../payments/find-payment.server.ts";
import { disputeReasonLabel } from "../payments/labels.ts";
import { findOwed } from "../payments/refunds/record-outside-refund.server.ts";
import { readSeller } from "../professionals/show-seller.server.ts";
import { isSoon } from "../sms/rules.ts";
import { findOtherHours } from "./cancellation/find-other-hours.server.ts";
import { findSanctionedEnd } from "./cancellation/store.server.ts";
import { findProof } from "./goodwill/store.server.ts";
import { type BookingTexts, bookingTexts, clientName, mapUrl } from "./labels.ts";
import { findBookingMessage } from "./messages/store.server.ts";
import { type BookingState, type CancelReason, type RefundState, refundState } from "./rules.ts";
import {
  type BookingRow,
  findBooking,
  findBookingRow,
  findLiveOfAccount,
  findProfessionalEmail,
} from "./store.server.ts";

type BookingMailKind =
  | "booking-received"
  | "needless-payment"
  | "payment-processing"
  | "payment-failed"
  | "late-paid-refunded"
  | "payment-under-review"
  | "booking-cancelled-professional"
  | "refund-refused-client"
  | "refund-refused-professional"
  | "refund-settled-client"
  | "refund-settled-professional";

export interface BookingMail {
  bookingId: string;
  kind: SlotKind;
  siteUrl: string;
  offeringUrl: string;
  texts: BookingTexts;
  start: Date;
  end: Date;
  isSoon: boolean;
  sequence: number;
  isCancelled: boolean;
  isOnline: boolean;
  mapUrl: string | null;
  /** Tells whether its link can be read with the booking (rule: online-link). */
  hasLink: boolean;
  /** For the client alone (rule: presence-code); null once their account is deleted. */
  code: string | null;
  seats: number;
  seatsCancelled: number;
  isTakenOver: boolean;
  companions: string | null;
  /** For all seats, like the commission. */
  price: Cents;
  commission: Cents;
  /** In basis points. */
  commissionRate: number;
  notes: string | null;
  /** For buyers (rule: writing-through-us); null shows none. */
  phone: string | null;
  refundableUntil: Date;
  isRefundable: boolean;
  client: { name: string; email: string };
  /** Bought as a guest with the e-mail of an existing account (rule: guest-account). */
  isAttached: boolean;
  /** For an open checkout, why paying for it would be in vain. */
  cancelReason: CancelReason | null;
  /** By whom it ended in the professional's place (rule: booked-clients-choose). */
  sanctioned: "chosen" | "decided" | null;
  refund: Cents | null;
  refundState: RefundState;
  refunded: Cents;
  onTheWay: Cents;
  owed: Cents;
  share: Cents;
  isDisputed: boolean;
  hasAccount: boolean;
}

/** Null when the booking has changed so that the mail would be wrong. */
export async function readBookingMail(
  ctx: Context,
  mail: QueuedMail<BookingMailKind>,
): Promise<BookingMail | null> {
  const row = await findBookingRow(ctx.db, mail.data.bookingId);
  return row && isTrueStill(mail.kind, row) ? toMail(ctx, row) : null;
}

/** With who sells it in full (rule: who-sells). */
export async function readConfirmedMail(ctx: Context, { data }: QueuedMail<"booking-confirmed">) {
  const row = await findBookingRow(ctx.db, data.bookingId);
  const seller = row?.status === "confirmed" && (await readSeller(ctx.db, row.professionalId));
  return row && seller ? { ...(await toMail(ctx, row)), seller } : null;
}

export type CancelledMail = MailOf<typeof readCancelledMail>;

export async function readCancelledMail(
  ctx: Context,
  { data }: QueuedMail<"booking-cancelled-client">,
) {
  const row = await findBookingRow(ctx.db, data.bookingId);
  if (row?.status !== "cancelled") return null;
  const now = ctx.now();
  const message = data.letterId ? await findBookingMessage(ctx.db, data.letterId) : null;
  const { slotId, clientId, seats, cancelReason } = row;
  const isTheirs = cancelReason === "professional";
  const others = isTheirs ? await findOtherHours(ctx.db, slotId, { clientId, seats }, now) : [];
  return { ...(await toMail(ctx, row)), word: message?.text || null, others, now };
}

/** For mails that are right whatever becomes of the booking; null when it is gone. */
export async function readMailAbout(ctx: Context, bookingId: string): Promise<BookingMail | null> {
  const row = await findBookingRow(ctx.db, bookingId);
  return row && toMail(ctx, row);
}

export async function readMailOf(
  ctx: Context,
  bookingId: string,
  status: BookingState,
): Promise<BookingMail | null> {
  const row = await findBookingRow(ctx.db, bookingId);
  return row?.status === status ? toMail(ctx, row) : null;
}

export type DisputeMail = MailOf<typeof readDisputeMail>;

export async function readDisputeMail(ctx: Context, { data }: { data: { bookingId: string } }) {
  const view = await readMailAbout(ctx, data.bookingId);
  const payment = await findPayment(ctx.db, { reference: data.bookingId });
  if (!view || !payment) return null;
  const contested = payment.disputedCents ?? payment.amountCents;
  return { ...view, contested, why: disputeReasonLabel(payment.disputeReason) };
}

export type RefundMail = MailOf<typeof readRefundMail>;

/** Null when there is no such refund; `takenBack`: the professional's part. */
export async function readRefundMail(
  ctx: Context,
  mail: QueuedMail<"booking-refunded-client" | "booking-refunded-professional">,
) {
  const row = await findBookingRow(ctx.db, mail.data.bookingId);
  const given = await findOutsideReturn(ctx.db, mail.data.outsideId);
  if (!row || !given) return null;
  const { amountCents, takenBackCents: takenBack, byBank, isGift } = given;
  const proof = await findProof(ctx.db, mail.data.outsideId);
  const view = await toMail(ctx, row);
  return { ...view, given: amountCents, takenBack, byBank, isGift, proof };
}

async function toMail(ctx: Context, row: BookingRow): Promise<BookingMail> {
  const { cancelReason } = row;
  const shares = await findShares(ctx.db, row.id);
  const refunded = shares?.returnedCents ?? cents(0);
  const isOutside = cancelReason === "outside" || cancelReason === "disputed";
  const reviewed =
    row.paymentState === "review" ? await findPayment(ctx.db, { reference: row.id }) : null;
  return {
    bookingId: row.id,
    kind: row.kind,
    siteUrl: ctx.config.appUrl,
    offeringUrl: ctx.config.appUrl + addresses.offering(row.kind, row.offeringId),
    texts: bookingTexts(row.confirmedAt ? row : inCity(row)),
    sequence: row.calendarSequence,
    isCancelled: row.status === "cancelled",
    start: row.start,
    end: row.end,
    isSoon: isSoon(row.start, ctx.now()),
    isOnline: row.isOnline,
    mapUrl: mapUrl(row),
    hasLink: row.onlineLink !== null,
    code: row.presenceCode,
    seats: row.seats,
    seatsCancelled: row.seatsCancelled,
    isTakenOver: row.resaleOfId !== null,
    companions: row.companions,
    price: row.pricePaidCents,
    commission: row.commissionCents,
    commissionRate: row.commissionRate,
    notes: row.bookingNotes,
    phone: row.status === "confirmed" ? row.shownPhone : null,
    refundableUntil: row.refundableUntil,
    isRefundable: row.refundableUntil > ctx.now(),
    client: { name: clientName(row), email: row.buyerEmail },
    isAttached: row.guestProofHash !== null && !row.accountCreated,
    cancelReason,
    sanctioned: cancelReason === "professional" ? await findSanctionedEnd(ctx.db, row.id) : null,
    refund: isOutside ? refunded : (shares?.lastRefundCents ?? null),
    refundState: refundState(row.paymentState, row),
    refunded,
    onTheWay: row.onTheWayCents,
    owed: reviewed ? (await findOwed(ctx.db, reviewed)).amountCents : cents(0),
    share: shares?.professionalCents ?? cents(0),
    isDisputed: row.isDisputed,
    hasAccount: row.clientId !== null,
  };
}

/** Null for all but a guest's open checkout that would be paid in vain. */
export async function readNeedlessPayment(
  ctx: Context,
  mail: QueuedMail<"needless-payment">,
): Promise<BookingMail | null> {
  const view = await readBookingMail(ctx, mail);
  const booking = view && (await findBooking(ctx.db, view.bookingId));
  if (!booking || booking.clientId !== null) return null;
  const { buyerEmail } = booking;
  if (isSameMailbox(await findProfessionalEmail(ctx.db, booking.professionalId), buyerEmail)) {
    return { ...view, cancelReason: "own" };
  }
  const other = await findLiveOfAccount(ctx.db, booking, buyerEmail);
  return other?.status === "confirmed" ? { ...view, cancelReason: "duplicate" } : null;
}

function isTrueStill(kind: BookingMailKind, row: BookingRow): boolean {
  switch (kind) {
    case "booking-received":
      return row.status === "confirmed";
    case "needless-payment":
      return row.status === "pending";
    case "payment-processing":
      return row.status === "pending" && row.isProcessing;
    case "payment-failed":
      return row.status === "cancelled" && row.cancelReason === "failed";
    case "payment-under-review":
    case "refund-refused-client":
    case "refund-refused-professional":
      return row.paymentState === "review";
    case "refund-settled-client":
    case "refund-settled-professional":
      return row.paymentState === "refunded";
    default:
      return row.status === "cancelled";
  }
}
