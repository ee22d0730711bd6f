import type { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { returnJustTaken } from "../../catalogue/slots/take-seat.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { isSameMailbox } from "../../mailbox.ts";
import { parseInput } from "../../parse.ts";
import { bookFor } from "../book-slot.server.ts";
import { confirmBooking } from "../confirm-booking.server.ts";
import { refusal } from "../holds/explain-refusal.server.ts";
import { holdRefusal } from "../holds/labels.ts";
import { releaseHold } from "../holds/release-hold.server.ts";
import { MAX_CANCELLATIONS_OF_SLOT } from "../holds/rules.ts";
import { countCancellations, queueMailbox } from "../holds/store.server.ts";
import { freeCheckoutId, resultPath } from "../rules.ts";
import { followLinkInput } from "../schema.ts";
import { takeSeats } from "../seats/take-seats.server.ts";
import {
  type BookingRow,
  findBookingRow,
  findLiveOfAccount,
  lockBookingRow,
  updateBooking,
} from "../store.server.ts";
import { findByToken } from "./read-booking-link.server.ts";
import { type BookingLink, takeLink } from "./store.server.ts";

/**
 * Proves the mailbox in this browser, and continues there (rule: free-guest-booking).
 * @throws AppError `invalid_token`.
 */
export async function followBookingLink(ctx: Context, input: z.input<typeof followLinkInput>) {
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
  const row = await lockBookingRow(tx, bookingId);
  if (row.status === "confirmed") return null;
  const refused = (await whyNotTheirs(ctx, tx, row)) ?? (await whyNoSeat(ctx, tx, row));
  if (refused) {
    await releaseHold(ctx, tx, row, "abandoned");
    return refused;
  }
  // This browser sees the result, and not the one in which the e-mail was only typed.
  await updateBooking(tx, row, { guestProofHash: proofHash });
  await confirmBooking(ctx, tx, { ...row, guestProofHash: proofHash });
  return null;
}

async function whyNotTheirs(
  ctx: Context,
  tx: Transaction,
  row: BookingRow,
): Promise<AppError | null> {
  const { kind, buyerEmail: email } = row;
  if (isSameMailbox(row.professionalEmail, email)) return refusal(kind, "own_session");
  if (await findLiveOfAccount(tx, row, email)) return refusal(kind, "already_booked");
  const count = await countCancellations(tx, row, { email, now: ctx.now() });
  if (count < MAX_CANCELLATIONS_OF_SLOT) return null;
  return new AppError("too_many_holds", { message: holdRefusal("cancellations", true) });
}

/** Takes the seats of an ended hold again, if they are free and still cost nothing. */
async function whyNoSeat(
  ctx: Context,
  tx: Transaction,
  { kind, slotId, seats, start, isSlotActive, status, cancelReason }: BookingRow,
): Promise<AppError | null> {
  const now = ctx.now();
  if (start <= now || !isSlotActive) return refusal(kind, "slot_unavailable");
  if (status === "pending") return null;
  if (cancelReason !== "expired") return refusal(kind, "slot_unavailable");
  const { seat } = await takeSeats(tx, { kind, slotId, seats, buyerUserId: null, now });
  if (!seat) return refusal(kind, "slot_unavailable");
  if (seat.priceCents === 0) return null;
  await returnJustTaken(tx, { slotId, seats, now });
  return refusal(kind, "price_changed");
}
