import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { mailboxOf } from "../accounts/rules.ts";
import { inWordsOf } from "../catalogue/labels.ts";
import type { Seat, SeatRefusal, SlotKind } from "../catalogue/schema.ts";
import { takeSeat } from "../catalogue/take-seat.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../dates.ts";
import { AppError, ERROR_MESSAGES, type ErrorCode } from "../errors.ts";
import { commission } from "../money.ts";
import { tooManyHolds, UNPAYABLE_MESSAGE } from "./labels.ts";
import {
  MAX_FREE_PER_ADDRESS,
  MAX_FREE_PER_GUEST,
  MAX_HOLDS_PER_ADDRESS,
  MAX_HOLDS_PER_BUYER,
  refundableUntil,
} from "./rules.ts";
import {
  type Booking,
  countFreeOfGuests,
  countHolds,
  findLiveBooking,
  findPerson,
  insertBooking,
  listLiveOf,
  queueHolds,
  updateBooking,
} from "./store.server.ts";

export interface Buyer {
  email: string;
  /** Null for a guest. */
  userId: string | null;
  guestProofHash: string | null;
}

export interface Wish {
  kind: SlotKind;
  /** The session's or the activity's id. */
  offeringId: string;
  slotId: string;
  amount?: number | undefined;
  bookingNotes?: string | undefined;
}

const REFUSALS: Record<SeatRefusal, ErrorCode> = {
  unknown: "not_found",
  past: "slot_unavailable",
  sold_out: "slot_unavailable",
  inactive: "slot_unavailable",
  professional_unavailable: "slot_unavailable",
  own: "own_session",
};

/**
 * Takes a seat and writes the pending booking that owns it, its price frozen (R16), in the caller's
 * transaction. `seat` is null when this slot is held already under the buyer's e-mail: by themselves,
 * or (`isOwn` false) by a guest who only named the address of this signed-in buyer.
 *
 * An e-mail proves nothing: a guest without the cookie of that purchase neither takes up nor touches
 * a booking under it, and learns no more than that the slot is not to be had (R24, R27).
 *
 * @throws AppError `already_booked`, `too_many_holds`, `slot_unavailable`, `unauthenticated`,
 * `own_session`, `price_changed`, `not_found`; the seat goes back with the transaction.
 */
export async function holdSeat(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  wish: Wish,
): Promise<{ booking: Booking; seat: Seat | null; isOwn: boolean }> {
  // By e-mail whoever asks: an account and a guest who names it take turns too.
  await queueHolds(tx, buyer.email, ctx.address);
  // Their deletion waits in the same queue: who has just left is nobody's buyer any more (R30).
  const account = buyer.userId && (await findPerson(tx, buyer.userId));
  if (account && account.email !== buyer.email) throw new AppError("unauthenticated");
  const { kind, slotId } = wish;
  const live = await findLiveBooking(tx, { kind, slotId, buyerEmail: buyer.email });
  if (live) {
    const isOwn = isOfBuyer(live, buyer);
    if (!isOwn && buyer.userId === null) throw new AppError("slot_unavailable");
    if (live.status === "confirmed") throw new AppError("already_booked");
    if (isOwn && wish.bookingNotes)
      await updateBooking(tx, live, { bookingNotes: wish.bookingNotes });
    return { booking: live, seat: null, isOwn };
  }
  const { seat, refused } = await takeSeat(tx, {
    kind,
    slotId,
    buyerUserId: buyer.userId,
    now: ctx.now(),
  });
  if (refused === "professional_unavailable") {
    throw new AppError(REFUSALS[refused], { message: UNPAYABLE_MESSAGE });
  }
  if (!seat) throw refusal(kind, REFUSALS[refused]);
  if (seat.offeringId !== wish.offeringId) throw new AppError("not_found");
  if (wish.amount !== undefined && wish.amount !== seat.priceCents) {
    throw refusal(kind, "price_changed");
  }
  if (seat.priceCents > 0) await requireHold(ctx, tx, buyer);
  else if (buyer.userId === null) await requireFree(ctx, tx, buyer.email);
  // Nobody books their own session, as a guest neither (R18).
  const owner = buyer.userId === null ? await findPerson(tx, seat.professionalUserId) : null;
  if (owner && mailboxOf(owner.email) === mailboxOf(buyer.email))
    throw refusal(kind, "own_session");
  const booking = await insertBooking(tx, {
    kind,
    id: newId(),
    clientId: buyer.userId,
    buyerEmail: buyer.email,
    guestProofHash: buyer.guestProofHash,
    professionalId: seat.professionalId,
    slotId: seat.slotId,
    pricePaidCents: seat.priceCents,
    commissionCents: commission(seat.priceCents),
    bookingNotes: wish.bookingNotes || null,
    refundableUntil: refundableUntil(seat.start),
    holdAddress: ctx.address,
    createdAt: ctx.now(),
  });
  return { booking, seat, isOwn: true };
}

/** The limits on what is being paid (R16). */
async function requireHold(ctx: Context, tx: Transaction, buyer: Buyer): Promise<void> {
  const holds = await countHolds(tx, buyer, ctx.address);
  if (holds.byBuyer >= MAX_HOLDS_PER_BUYER) {
    const own = await listLiveOf(tx, buyer, { buyerEmail: buyer.email });
    const waiting = own.filter(({ status }) => status === "pending");
    throw new AppError("too_many_holds", {
      message: tooManyHolds(waiting, buyer.userId === null),
    });
  }
  if (holds.fromAddress >= MAX_HOLDS_PER_ADDRESS) {
    throw new AppError("too_many_holds", {
      message:
        "Trop de paiements sont en cours depuis votre connexion. Veuillez réessayer dans quelques minutes.",
    });
  }
}

/** What costs nothing blocks a seat for good: guests have a share of their own of it. */
async function requireFree(ctx: Context, tx: Transaction, email: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - 24 * HOUR);
  const free = await countFreeOfGuests(tx, email, ctx.address, since);
  if (free.byBuyer < MAX_FREE_PER_GUEST && free.fromAddress < MAX_FREE_PER_ADDRESS) return;
  const message =
    free.byBuyer < MAX_FREE_PER_GUEST
      ? "Trop de réservations gratuites ont été faites depuis votre connexion en 24 heures."
      : `${MAX_FREE_PER_GUEST} réservations gratuites ont déjà été faites avec cet e-mail en 24 heures.`;
  throw new AppError("too_many_holds", {
    message: `${message} Connectez-vous pour en faire d'autres.`,
  });
}

/** Whether this very person or browser made the booking, not only somebody who named their e-mail. */
function isOfBuyer(booking: Booking, buyer: Buyer): boolean {
  return buyer.userId === null
    ? booking.guestProofHash === buyer.guestProofHash
    : booking.clientId === buyer.userId;
}

/** Why something is not booked, in the words of what it is. */
export function refusal(kind: SlotKind, code: ErrorCode): AppError {
  return new AppError(code, { message: inWordsOf(kind, ERROR_MESSAGES[code]) });
}
