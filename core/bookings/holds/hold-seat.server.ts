import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Seat, SlotKind } from "../../catalogue/schema.ts";
import { priceSlot } from "../../catalogue/slots/price-slot.server.ts";
import { returnJustTaken } from "../../catalogue/slots/take-seat.server.ts";
import { COMMISSION_RATE, commission } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { isSameMailbox, mailboxOf } from "../../mailbox.ts";
import { cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { Payment } from "../../payments/find-payment.server.ts";
import { preparePayment } from "../../payments/prepare-payment.server.ts";
import { readOffered } from "../resale/store.server.ts";
import { refundableOnceMoved, refundableUntil, resultPath } from "../rules.ts";
import { togetherMessage } from "../seats/labels.ts";
import { returnHeldSeats, takeSeats } from "../seats/take-seats.server.ts";
import {
  type Booking,
  findBooking,
  findEmail,
  findLiveOfAccount,
  insertBooking,
  type NewBooking,
  updateBooking,
} from "../store.server.ts";
import { refusal, refusalForSeat, tooFew } from "./explain-refusal.server.ts";
import { holdRefusal, tooManyHolds } from "./labels.ts";
import { releaseHold } from "./release-hold.server.ts";
import { isMailboxFull, whyNotHold } from "./rules.ts";
import {
  type Buyer,
  countShares,
  firstHoldEnd,
  listLiveOf,
  lockLiveUnder,
  queueHolds,
  readClaims,
} from "./store.server.ts";

export interface HoldInput {
  kind: SlotKind;
  offeringId: string;
  slotId: string;
  seats: number;
  companions?: string | undefined;
  /** For all seats, in cents. */
  amount?: number | undefined;
  bookingNotes?: string | undefined;
  /** Used where no other note is known. */
  earlierNotes?: string | undefined;
  smsNumber?: string | undefined;
  replaces?: { id: string; refundableUntil: Date };
}

export type HeldSeat =
  /** `payment`: null where nothing is to be paid. */
  | { outcome: "held"; booking: Booking; payment: Payment | null }
  /** The buyer's own, or taken over now that they have proved the mailbox. */
  | { outcome: "open"; booking: Booking }
  /** A guest who only typed this account's e-mail is paying for it. */
  | { outcome: "rival"; booking: Booking }
  /** `until`: when to look again; `isBegun`: one of these holds is under the buyer's e-mail. */
  | { outcome: "waiting"; until: Date; isBegun: boolean }
  /** Its owner continues by a mailed link, since the e-mail is at its limit (rule: fair-holds). */
  | { outcome: "mailbox" };

/**
 * In the caller's transaction (rules: seat-hold, for-several, fair-holds, same-answer).
 * @throws AppError `already_booked`, `too_many_holds`, `slot_unavailable`, `unauthenticated`,
 * `own_session`, `price_changed`, `not_found`.
 */
export async function holdSeat(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  input: HoldInput,
): Promise<HeldSeat> {
  const isGuest = buyer.userId === null;
  const { kind, slotId, seats } = input;
  const asked = { address: ctx.address, slotId, now: ctx.now() };
  // Queued by e-mail for everybody: an account and a guest who types its e-mail take turns too.
  const [, claims] = await Promise.all([
    queueHolds(tx, buyer, ctx.address),
    readClaims(tx, buyer, asked),
  ]);
  const isProved = buyer.isByLink || claims.hasProof;
  // A deletion waits in the same queue: a deleted account can no longer buy (rule:
  // account-deletion).
  if (claims.email !== null && claims.email !== buyer.email) throw new AppError("unauthenticated");
  const { own, guests } = claims.hasLive ? await lockLiveUnder(tx, input, buyer) : NOTHING_LIVE;
  if (own?.status === "confirmed") throw new AppError("already_booked");
  // The link in our mail confirms a free hold as it is, so another number is held anew.
  const isAnew = own?.pricePaidCents === 0 && own.seats !== seats;
  if (own && isAnew) await releaseHold(ctx, tx, own, "abandoned");
  else if (own) return { outcome: "open", booking: await writeNote(tx, own, input, ctx.now()) };
  const rival = isGuest && !isProved ? null : await meetRivals(ctx, tx, buyer, input, guests);
  if (rival) return { outcome: isGuest ? "open" : "rival", booking: rival };
  // One instant for the price that is charged and the booking that says when.
  const now = ctx.now();
  const bookingId = newId();
  const buyerUserId = buyer.userId;
  const { isInLine, isFirst } = claims;
  const resale = { holdId: bookingId };
  const wanted = { kind, slotId, seats, buyerUserId, now, isInLine, isFirst, resale };
  const taken = await takeSeats(tx, wanted);
  if (taken.refused === "sold_out") await refuseOtherNumber(tx, slotId, seats);
  const until = taken.refused === "sold_out" ? await firstHoldEnd(tx, input) : null;
  if (until) return { outcome: "waiting", until, isBegun: guests.length > 0 };
  if (!taken.seat) throw refusalForSeat(kind, taken);
  const { seat, of } = taken;
  if (seat.offeringId !== input.offeringId) throw new AppError("not_found");
  // The price may have fallen since it was shown: the lower one is charged (rule: falling-price).
  const priceCents = cents(seat.priceCents * seats);
  if (input.amount !== undefined && input.amount < priceCents) {
    throw refusal(kind, "price_changed");
  }
  // Nobody books their own session, not even as a guest who has proved the e-mail (rule: bookable).
  const owner = isProved ? await findEmail(tx, seat.professionalUserId) : null;
  if (owner !== null && isSameMailbox(owner, buyer.email)) throw refusal(kind, "own_session");
  const isFree = priceCents === 0;
  const shares = claims.hasLive ? await countShares(tx, buyer, asked) : claims.shares;
  const reason = whyNotHold(shares, { isGuest, isFree, seats });
  if (reason === "checkouts") throw await tooManyCheckouts(tx, buyer);
  if (reason) throw new AppError("too_many_holds", { message: holdRefusal(reason, isGuest) });
  if (isGuest && !isProved && isMailboxFull(shares.mailbox, { isFree })) {
    if (of) await returnHeldSeats(tx, { id: bookingId, slotId, seats, resaleOfId: of.id }, now);
    else await returnJustTaken(tx, { slotId, seats, now });
    return { outcome: "mailbox" };
  }
  // The commission is kept once, so seats that are sold again keep the rate of their first booking.
  const rate = of?.commissionRate ?? COMMISSION_RATE;
  const written: NewBooking = {
    kind,
    id: bookingId,
    clientId: buyer.userId,
    buyerEmail: buyer.email,
    guestProofHash: buyer.guestProofHash,
    professionalId: seat.professionalId,
    slotId: seat.slotId,
    seats,
    companions: input.companions || null,
    pricePaidCents: priceCents,
    commissionCents: commission(priceCents, rate),
    commissionRate: rate,
    amountShown: input.amount === undefined ? null : cents(input.amount),
    bookingNotes: input.bookingNotes || input.earlierNotes || null,
    ...(input.smsNumber && { smsNumber: input.smsNumber, smsAgreedAt: now }),
    refundableUntil: input.replaces
      ? refundableOnceMoved(input.replaces, seat.start)
      : refundableUntil(seat.start),
    replacesId: input.replaces?.id ?? null,
    resaleOfId: of?.id ?? null,
    holdAddress: ctx.address,
    createdAt: now,
  };
  const [booking, payment] = await Promise.all([
    insertBooking(tx, written),
    isFree ? null : prepareCheckout(ctx, tx, written, seat),
    isFree || !isGuest ? null : warnMailbox(ctx, tx, written),
  ]);
  return { outcome: "held", booking, payment };
}

function prepareCheckout(
  ctx: Context,
  tx: Transaction,
  booking: NewBooking,
  { stripeAccountId, title, businessName }: Seat,
): Promise<Payment> {
  const { clientId, guestProofHash, replacesId } = booking;
  return preparePayment(ctx, tx, {
    kind: `${booking.kind}_booking`,
    reference: booking.id,
    amountCents: booking.pricePaidCents,
    quantity: booking.seats,
    applicationFeeCents: booking.commissionCents,
    destinationAccount: stripeAccountId,
    description: `${title} - ${businessName}`,
    payerEmail: booking.buyerEmail,
    resultPath: resultPath(clientId === null, "{CHECKOUT_SESSION_ID}"),
    recovery: {
      slot_id: booking.slotId,
      seats: String(booking.seats),
      commission_rate: String(booking.commissionRate),
      ...(clientId && { client_id: clientId }),
      ...(guestProofHash && { guest_proof: guestProofHash }),
      ...(replacesId && { replaces_id: replacesId }),
    },
  });
}

/** Mails what the browser must not learn, written for every guest alike (rule: same-answer). */
async function warnMailbox(ctx: Context, tx: Transaction, booking: NewBooking): Promise<void> {
  const mailbox = hashSecret(mailboxOf(booking.buyerEmail));
  await enqueueMail(ctx, tx, {
    kind: "needless-payment",
    reference: `${booking.slotId}:${mailbox}:${dayKey(ctx.now())}`,
    to: booking.buyerEmail,
    data: { bookingId: booking.id },
  });
}

const NOTHING_LIVE = { own: null, guests: [] };

/** Seats for sale again go together: no other number of them can be booked (rule: resale). */
async function refuseOtherNumber(tx: Transaction, slotId: string, seats: number): Promise<void> {
  const offered = await readOffered(tx, slotId);
  if (offered === 0 || offered === seats) return;
  const message = togetherMessage(offered);
  throw new AppError("slot_unavailable", { message, fields: { seats: [message] } });
}

/** Hands a guest's hold to its proved owner; an account is told of the one being paid. */
async function meetRivals(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  input: HoldInput,
  guests: readonly Booking[],
): Promise<Booking | null> {
  const isGuest = buyer.userId === null;
  const booked = isGuest ? await findLiveOfAccount(tx, input, buyer.email) : null;
  if (booked?.status === "confirmed") throw new AppError("already_booked");
  for (const rival of guests) {
    if (isGuest) {
      const { guestProofHash } = buyer;
      await updateBooking(tx, rival, { guestProofHash });
      return writeNote(tx, { ...rival, guestProofHash }, input, ctx.now());
    }
    if (rival.pricePaidCents > 0) return rival;
    await releaseHold(ctx, tx, rival, "abandoned");
  }
  return null;
}

async function writeNote(
  tx: Transaction,
  booking: Booking,
  { bookingNotes, companions, smsNumber }: HoldInput,
  now: Date,
): Promise<Booking> {
  const changes = {
    ...(bookingNotes && { bookingNotes }),
    ...(companions && { companions }),
    ...(smsNumber && { smsNumber, smsAgreedAt: now }),
  };
  if (Object.keys(changes).length === 0) return booking;
  await updateBooking(tx, booking, changes);
  return { ...booking, ...changes };
}

async function tooManyCheckouts(tx: Transaction, buyer: Buyer): Promise<AppError> {
  const own = await listLiveOf(tx, buyer, "everything");
  const waiting = own.filter(
    ({ status, pricePaidCents }) => status === "pending" && pricePaidCents,
  );
  // While a bank is deciding, nobody knows when its seat will be free.
  const named = waiting.map((row) =>
    row.isProcessing ? { ...row, checkoutExpiresAt: null } : row,
  );
  return new AppError("too_many_holds", { message: tooManyHolds(named, buyer.userId === null) });
}

/**
 * Lets nobody give up seats for what they cannot get (rules: for-several, agreed-price).
 * @throws AppError `slot_unavailable`, `price_changed`.
 */
export async function permitChange(
  ctx: Context,
  input: HoldInput,
  bookingId: string,
): Promise<void> {
  const slot = await priceSlot(ctx, input);
  const held = await findBooking(ctx.db, bookingId);
  // Seats that are for sale again go together (rule: resale).
  const isKept = held?.resaleOfId === null || held?.seats === input.seats;
  const free = (slot?.free ?? 0) + (held && isKept ? held.seats : 0);
  const offered = free === 0 ? await readOffered(ctx.db, input.slotId) : 0;
  if (free < input.seats && offered !== input.seats) throw tooFew(free);
  const { amount = Number.POSITIVE_INFINITY, seats } = input;
  if (slot === null || amount < slot.priceCents * seats) {
    throw refusal(input.kind, "price_changed");
  }
}
