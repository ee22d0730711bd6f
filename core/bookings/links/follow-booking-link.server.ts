import type { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { undoTakeSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { isSameMailbox } from "../../mailbox.ts";
import { parseInput } from "../../parse.ts";
import { bookFor } from "../book-slot.server.ts";
import { confirmBooking } from "../confirm-booking.server.ts";
import { holdRefusal } from "../holds/labels.ts";
import { refusal } from "../holds/refuse-hold.server.ts";
import { releaseHold } from "../holds/release-hold.server.ts";
import { MAX_CANCELLATIONS_OF_SLOT } from "../holds/rules.ts";
import { countCancellations, queueMailbox } from "../holds/store.server.ts";
import { freeCheckoutId, resultPath } from "../rules.ts";
import { followLinkInput } from "../schema.ts";
import { takeSeats } from "../seats/take-seats.server.ts";
import {
  type Booking,
  type BookingRow,
  findBookingRow,
  findLiveOfAccount,
  lockBooking,
  updateBooking,
} from "../store.server.ts";
import { findByToken } from "./read-booking-link.server.ts";
import { type BookingLink, takeLink } from "./store.server.ts";

export interface FollowedLink {
  url: string;
  /** For this browser's cookie (rule: buyer-proof). */
  guestProof: string;
}

/**
 * Proves the mailbox in this browser, and continues there (rule: free-guest-booking).
 * @param input with `only: "prove"` nothing is booked.
 * @throws AppError `invalid_token`.
 */
export async function followBookingLink(
  ctx: Context,
  input: z.input<typeof followLinkInput>,
): Promise<FollowedLink> {
  const { token, guestProof = newSecret(), only } = parseInput(followLinkInput, input);
  const link = await findByToken(ctx, token);
  if (!link) throw new AppError("invalid_token");
  const { bookingId } = link;
  const refused = await ctx.db.transaction(async (tx) => {
    const proofHash = hashSecret(guestProof);
    if (!(await takeLink(tx, link.id, proofHash))) throw new AppError("invalid_token");
    return bookingId === null ? null : confirmFree(ctx, tx, { ...link, bookingId, proofHash });
  });
  if (refused) throw refused;
  const { appUrl } = ctx.config;
  if (bookingId !== null) {
    return { url: appUrl + resultPath(true, freeCheckoutId(bookingId)), guestProof };
  }
  if (only === "prove") return { url: `${appUrl}${addresses.sessions}`, guestProof };
  const { kind, offeringId, slotId, seats, email } = link;
  const buyer = { email, userId: null, guestProofHash: hashSecret(guestProof), isByLink: true };
  const { url } = await bookFor(ctx, buyer, {
    ...{ kind, offeringId, slotId, seats },
    amount: link.amount ?? undefined,
    companions: link.companions ?? undefined,
    ...(link.smsNumber !== null && link.proofHash === null && { smsNumber: link.smsNumber }),
    // A link that was followed before may have an older note than the hold's.
    [link.proofHash === null ? "bookingNotes" : "earlierNotes"]: link.bookingNotes ?? undefined,
  });
  return { url, guestProof };
}

/** Returns why it is not confirmed; the caller's commit then returns the seat. */
async function confirmFree(
  ctx: Context,
  tx: Transaction,
  { bookingId, proofHash, email }: BookingLink & { bookingId: string; proofHash: string },
): Promise<AppError | null> {
  await queueMailbox(tx, email);
  if (!(await findBookingRow(tx, bookingId))) return new AppError("invalid_token");
  const booking = await lockBooking(tx, bookingId);
  if (booking.status === "confirmed") return null;
  const row = await findBookingRow(tx, bookingId);
  if (!row) throw new Error(`booking ${bookingId} is gone`);
  const refused =
    (await whyNotTheirs(ctx, tx, booking, row)) ?? (await whyNoSeat(ctx, tx, booking, row));
  if (refused) {
    await releaseHold(ctx, tx, booking, "abandoned");
    return refused;
  }
  // This browser sees the result, and not the one in which the e-mail was only typed.
  await updateBooking(tx, booking, { guestProofHash: proofHash });
  await confirmBooking(ctx, tx, { ...booking, guestProofHash: proofHash });
  return null;
}

async function whyNotTheirs(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  row: BookingRow,
): Promise<AppError | null> {
  const { kind, buyerEmail: email } = booking;
  if (isSameMailbox(row.professionalEmail, email)) return refusal(kind, "own_session");
  if (await findLiveOfAccount(tx, booking, email)) return refusal(kind, "already_booked");
  const count = await countCancellations(tx, booking, { email, now: ctx.now() });
  if (count < MAX_CANCELLATIONS_OF_SLOT) return null;
  return new AppError("too_many_holds", { message: holdRefusal("cancellations", true) });
}

/** Takes the seats of an ended hold again, if they are free and still cost nothing. */
async function whyNoSeat(
  ctx: Context,
  tx: Transaction,
  booking: Booking,
  { start, isSlotActive }: BookingRow,
): Promise<AppError | null> {
  const { kind, slotId, seats } = booking;
  const now = ctx.now();
  if (start <= now || !isSlotActive) return refusal(kind, "slot_unavailable");
  if (booking.status === "pending") return null;
  if (booking.cancelReason !== "expired") return refusal(kind, "slot_unavailable");
  const { seat } = await takeSeats(tx, { kind, slotId, seats, buyerUserId: null, now });
  if (!seat) return refusal(kind, "slot_unavailable");
  if (seat.priceCents === 0) return null;
  await undoTakeSeats(tx, { slotId, seats, now });
  return refusal(kind, "price_changed");
}
