import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { inWordsOf } from "../catalogue/labels.ts";
import type { Seat, SeatRefusal, SlotKind } from "../catalogue/schema.ts";
import { returnSeat, takeSeat } from "../catalogue/take-seat.server.ts";
import type { Context } from "../context.server.ts";
import { AppError, ERROR_MESSAGES, type ErrorCode } from "../errors.ts";
import { isSameMailbox } from "../mailbox.ts";
import { commission } from "../money.ts";
import { holdRefusal, tooManyHolds, UNPAYABLE_MESSAGE } from "./labels.ts";
import { releaseHold } from "./release-hold.server.ts";
import { isMailboxFull, moneyOf, refundableUntil, whyNotHold } from "./rules.ts";
import {
  type Booking,
  type Buyer,
  countShares,
  findLiveOfAccount,
  findPerson,
  firstHoldEnd,
  insertBooking,
  listLiveOf,
  listLiveUnder,
  queueHolds,
  updateBooking,
} from "./store.server.ts";

export interface Wish {
  kind: SlotKind;
  /** The session's or the activity's id. */
  offeringId: string;
  slotId: string;
  amount?: number | undefined;
  bookingNotes?: string | undefined;
  /** Typed for it some time before: for where no other note is known. */
  earlierNotes?: string | undefined;
}

const REFUSALS: Record<SeatRefusal, ErrorCode> = {
  unknown: "not_found",
  past: "slot_unavailable",
  sold_out: "slot_unavailable",
  inactive: "slot_unavailable",
  professional_unavailable: "slot_unavailable",
  own: "own_session",
};

export type HeldSeat =
  /** A seat is taken, and the pending booking owns it. */
  | { outcome: "held"; booking: Booking; seat: Seat }
  /** It is held already, by this very buyer; or it is now, by who has proved the mailbox. */
  | { outcome: "open"; booking: Booking }
  /** A guest is paying for it who only typed the e-mail of this account. */
  | { outcome: "rival"; booking: Booking }
  /** The last seats are held and not paid for: when to look again, and whether under this e-mail. */
  | { outcome: "waiting"; until: Date; isBegun: boolean }
  /** The typed e-mail has its share: nothing is held, its owner goes on by a link. */
  | { outcome: "mailbox" };

/**
 * Takes a seat and writes the pending booking that owns it, its price frozen, in the caller's
 * transaction.
 *
 * An e-mail that was only typed proves nothing, and nothing that is known of it shows: whether it has
 * booked this slot, or is the practitioner's, is found out once somebody has paid or followed the
 * link in its mail. Only what strangers can bring about, that it has its share of open checkouts,
 * makes a difference.
 *
 * @param isProved a guest who followed a link that was mailed to this e-mail.
 * @throws AppError `already_booked`, `too_many_holds`, `slot_unavailable`, `unauthenticated`,
 * `own_session`, `price_changed`, `not_found`; the seat goes back with the transaction.
 */
export async function holdSeat(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  wish: Wish,
  isProved: boolean,
): Promise<HeldSeat> {
  // By e-mail whoever asks: an account and a guest who names it take turns too.
  await queueHolds(tx, buyer, ctx.address);
  const isGuest = buyer.userId === null;
  // Their deletion waits in the same queue: who has just left is nobody's buyer any more (R30).
  const account = buyer.userId && (await findPerson(tx, buyer.userId));
  if (account && account.email !== buyer.email) throw new AppError("unauthenticated");
  const { kind, slotId } = wish;
  const { own, guests } = await listLiveUnder(tx, wish, buyer);
  if (own?.status === "confirmed") throw new AppError("already_booked");
  const isOutdated = own?.pricePaidCents === 0 && (wish.amount ?? 0) > 0;
  if (own && !isOutdated) {
    return { outcome: "open", booking: await writeNote(tx, own, wish) };
  }
  if (own) await releaseHold(ctx, tx, own, "abandoned");
  const rival = isGuest && !isProved ? null : await meetRivals(ctx, tx, buyer, wish, guests);
  if (rival) return { outcome: isGuest ? "open" : "rival", booking: rival };
  const { seat, refused } = await takeSeat(tx, {
    kind,
    slotId,
    buyerUserId: buyer.userId,
    now: ctx.now(),
  });
  const until = refused === "sold_out" ? await firstHoldEnd(tx, wish) : null;
  if (until) return { outcome: "waiting", until, isBegun: guests.length > 0 };
  if (refused === "professional_unavailable") {
    throw new AppError(REFUSALS[refused], { message: UNPAYABLE_MESSAGE });
  }
  if (!seat) throw refusal(kind, REFUSALS[refused ?? "unknown"]);
  if (seat.offeringId !== wish.offeringId) throw new AppError("not_found");
  if (wish.amount !== undefined && wish.amount !== seat.priceCents) {
    throw refusal(kind, "price_changed");
  }
  if (isProved) await requireOthers(tx, kind, seat, buyer.email);
  const isFree = seat.priceCents === 0;
  const shares = await countShares(tx, buyer, { address: ctx.address, slotId, now: ctx.now() });
  const reason = whyNotHold(shares, { isGuest, isFree });
  if (reason === "checkouts") throw await tooManyCheckouts(tx, buyer);
  if (reason) throw new AppError("too_many_holds", { message: holdRefusal(reason, isGuest) });
  if (isGuest && !isProved && isMailboxFull(shares.mailbox, { isFree })) {
    await returnSeat(tx, { kind, slotId, now: ctx.now() });
    return { outcome: "mailbox" };
  }
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
    bookingNotes: wish.bookingNotes || own?.bookingNotes || wish.earlierNotes || null,
    refundableUntil: refundableUntil(seat.start),
    holdAddress: ctx.address,
    createdAt: ctx.now(),
  });
  return { outcome: "held", booking, seat };
}

/** Nobody books their own session, as a guest neither: for who has proved the e-mail. */
async function requireOthers(
  tx: Transaction,
  kind: SlotKind,
  { professionalUserId }: { professionalUserId: string },
  email: string,
): Promise<void> {
  const owner = await findPerson(tx, professionalUserId);
  if (owner && isSameMailbox(owner.email, email)) throw refusal(kind, "own_session");
}

/**
 * What guests hold under an e-mail that this buyer has proved is theirs to have: a guest's browser
 * takes the first over; for an account, what costs nothing is given up, and what is being paid has to
 * be ended first, for which it is answered.
 */
async function meetRivals(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  wish: Wish,
  guests: readonly Booking[],
): Promise<Booking | null> {
  const isGuest = buyer.userId === null;
  const booked = isGuest ? await findLiveOfAccount(tx, wish, buyer.email) : null;
  if (booked?.status === "confirmed") throw new AppError("already_booked");
  for (const rival of guests) {
    if (isGuest) {
      const { guestProofHash } = buyer;
      await updateBooking(tx, rival, { guestProofHash });
      return writeNote(tx, { ...rival, guestProofHash }, wish);
    }
    if (rival.pricePaidCents > 0) return rival;
    await releaseHold(ctx, tx, rival, "abandoned");
  }
  return null;
}

/** The newest note that was typed is the one that counts; none typed leaves the one before. */
async function writeNote(tx: Transaction, booking: Booking, wish: Wish): Promise<Booking> {
  if (!wish.bookingNotes) return booking;
  const { bookingNotes } = wish;
  await updateBooking(tx, booking, { bookingNotes });
  return { ...booking, bookingNotes };
}

async function tooManyCheckouts(tx: Transaction, buyer: Buyer): Promise<AppError> {
  const own = await listLiveOf(tx, buyer, "everything");
  const waiting = own.filter(
    ({ status, pricePaidCents }) => status === "pending" && pricePaidCents,
  );
  // While a bank is deciding, no hour is known at which its seat is given back.
  const named = waiting.map((row) =>
    moneyOf(row).isProcessing ? { ...row, checkoutExpiresAt: null } : row,
  );
  return new AppError("too_many_holds", {
    message: tooManyHolds(named, buyer.userId === null),
  });
}

/** Why something is not booked, in the words of what it is. */
export function refusal(kind: SlotKind, code: ErrorCode): AppError {
  return new AppError(code, { message: inWordsOf(kind, ERROR_MESSAGES[code]) });
}
