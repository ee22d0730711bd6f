import type { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError, isAppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import {
  asWrongEmail,
  isOfDestination,
  openCheckout,
} from "../payments/checkouts/open-checkout.server.ts";
import { settlePayment } from "../payments/checkouts/settle-payment.server.ts";
import { findPayment, type Payment } from "../payments/find-payment.server.ts";
import { isProcessing } from "../payments/rules.ts";
import { confirmBooking } from "./confirm-booking.server.ts";
import { type HoldInput, holdSeat, permitChange } from "./holds/hold-seat.server.ts";
import type { Buyer } from "./holds/store.server.ts";
import {
  heldMessage,
  PROCESSING_BOOK_MESSAGE,
  SILENT_MESSAGE,
  UNPAYABLE_MESSAGE,
} from "./labels.ts";
import { sendBookingLink } from "./links/send-booking-link.server.ts";
import { applyPayment } from "./payment/apply-payment.server.ts";
import { freeCheckoutId, resultPath } from "./rules.ts";
import { bookSlotInput } from "./schema.ts";
import type { Booking } from "./store.server.ts";

export interface BookedSlot {
  bookingId: string;
  /** The buyer's next page: the checkout, the mailbox notice or the result. */
  url: string;
  confirmed: boolean;
  /** The secret for a guest's cookie (rule: buyer-proof); null for a signed-in buyer. */
  guestProof: string | null;
}

export function mayHold(error: unknown): boolean {
  return isAppError(error) && error.code === "provider_unavailable";
}

/**
 * Books or answers the open checkout, within 10 s (rules: activities-alike, for-several, seat-hold,
 * free-guest-booking, bookable).
 * @throws AppError those of `holdSeat`, `invalid_input`, `provider_unavailable` within 10 s.
 */
export async function bookSlot(
  ctx: Context,
  input: z.input<typeof bookSlotInput>,
): Promise<BookedSlot> {
  const { email, guestProof = newSecret(), ...asked } = parseInput(bookSlotInput, input);
  if (email === undefined) {
    const actor = requireActor(ctx);
    const buyer = { email: actor.email, userId: actor.userId, guestProofHash: null };
    return { ...(await bookFor(ctx, buyer, asked)), guestProof: null };
  }
  const buyer = { email, userId: null, guestProofHash: hashSecret(guestProof) };
  return { ...(await bookFor(ctx, buyer, asked)), guestProof };
}

export async function bookFor(
  ctx: Context,
  buyer: Buyer,
  input: HoldInput,
): Promise<Omit<BookedSlot, "guestProof">> {
  const first = await hold(ctx, buyer, input);
  const held = first.next === "settle" ? await takeUpAgain(ctx, buyer, input, first) : first;
  const { bookingId } = held;
  const { appUrl } = ctx.config;
  switch (held.next) {
    case "pay":
      return { bookingId, url: await checkoutUrl(ctx, buyer, held.payment), confirmed: false };
    case "read mail":
      return { bookingId, url: appUrl + addresses.mailbox, confirmed: false };
    case "read result": {
      const path = resultPath(buyer.userId === null, held.checkoutId);
      return { bookingId, url: appUrl + path, confirmed: held.confirmed };
    }
    case "wait":
      throw new AppError("slot_unavailable", {
        message: heldMessage(held.until, ctx.now(), buyer.userId === null),
      });
  }
}

type Held =
  /** `isRival`: held by a guest who only typed this account's e-mail. */
  | {
      next: "settle";
      bookingId: string;
      payment: Payment;
      seats: number;
      replacesId: string | null;
      isRival: boolean;
      note: string | undefined;
    }
  | { next: "pay"; bookingId: string; payment: Payment }
  | { next: "read mail"; bookingId: string }
  | { next: "read result"; bookingId: string; checkoutId: string; confirmed: boolean }
  | { next: "wait"; bookingId: ""; until: Date };

function hold(ctx: Context, buyer: Buyer, input: HoldInput): Promise<Held> {
  return ctx.db.transaction(async (tx): Promise<Held> => {
    const found = await holdSeat(ctx, tx, buyer, input);
    switch (found.outcome) {
      case "mailbox":
        await sendBookingLink(ctx, tx, { ...input, email: buyer.email, booking: null });
        return { next: "read mail", bookingId: "" };
      case "waiting":
        // A guest who began to pay in another browser can continue here by a mailed link.
        if (found.isBegun && buyer.userId === null) {
          const asked = { ...input, email: buyer.email, booking: null };
          await sendBookingLink(ctx, tx, asked, "of this slot");
        }
        return { next: "wait", bookingId: "", until: found.until };
      case "held": {
        const { booking, payment } = found;
        if (!payment) return holdFree(ctx, tx, buyer, booking, input);
        return { next: "pay", bookingId: booking.id, payment };
      }
      default: {
        const { booking, outcome } = found;
        if (booking.pricePaidCents === 0) return holdFree(ctx, tx, buyer, booking, input);
        const payment = await findPayment(tx, { reference: booking.id });
        if (!payment) throw new Error(`booking ${booking.id} waits for no payment`);
        const isRival = outcome === "rival";
        const note = (!isRival && booking.bookingNotes) || undefined;
        const { id: bookingId, seats, replacesId } = booking;
        return { next: "settle", bookingId, payment, seats, replacesId, isRival, note };
      }
    }
  });
}

async function holdFree(
  ctx: Context,
  tx: Transaction,
  buyer: Buyer,
  booking: Booking,
  input: HoldInput,
): Promise<Held> {
  if (booking.clientId !== null || buyer.isByLink) {
    await confirmBooking(ctx, tx, booking);
    const { id: bookingId } = booking;
    const checkoutId = freeCheckoutId(bookingId);
    return { next: "read result", bookingId, checkoutId, confirmed: true };
  }
  await sendBookingLink(ctx, tx, { ...input, email: booking.buyerEmail, booking });
  return { next: "read mail", bookingId: booking.id };
}

/** Continues an existing hold, or ends an outdated one first and holds the slot anew. */
async function takeUpAgain(
  ctx: Context,
  buyer: Buyer,
  input: HoldInput,
  held: Held & { next: "settle" },
): Promise<Exclude<Held, { next: "settle" }>> {
  const { bookingId, seats, isRival, note } = held;
  const { id, amountCents } = held.payment;
  // A hold keeps its price; only a lower one that the buyer has seen is worth beginning anew.
  const isCheaper = (input.amount ?? amountCents) < amountCents;
  const isOtherNumber = input.seats !== seats;
  if (!isRival && (isCheaper || isOtherNumber)) await permitChange(ctx, input, bookingId);
  const isOtherMove = held.replacesId !== (input.replaces?.id ?? null);
  const isOutdated = isRival || isCheaper || isOtherNumber || isOtherMove;
  await whileHeld(settlePayment(ctx, { paymentId: id, abandon: isOutdated }, applyPayment));
  const payment = await findPayment(ctx.db, { id });
  if (payment && isProcessing(payment)) return whileProcessing(payment, bookingId, isOutdated);
  if (payment?.status === "open" && !isOutdated) return { next: "pay", bookingId, payment };
  const anew = await hold(ctx, buyer, { ...input, earlierNotes: note ?? input.earlierNotes });
  if (anew.next !== "settle") return anew;
  // Another guest has typed the same e-mail too; there are few of them.
  if (anew.isRival && anew.bookingId !== bookingId) return takeUpAgain(ctx, buyer, input, anew);
  // Still held: the provider is deciding about the payment at this moment.
  throw new AppError("conflict");
}

/** Leads to the result page, since nobody is to pay twice while a bank decides. */
function whileProcessing(
  { checkoutSessionId }: Payment,
  bookingId: string,
  isOutdated: boolean,
): Held & { next: "read result" } {
  if (isOutdated || !checkoutSessionId) {
    throw new AppError("conflict", { message: PROCESSING_BOOK_MESSAGE });
  }
  return { next: "read result", bookingId, checkoutId: checkoutSessionId, confirmed: false };
}

/** Returns the seats at once if there is certainly no checkout; otherwise the reconciler does. */
async function checkoutUrl(ctx: Context, buyer: Buyer, payment: Payment): Promise<string> {
  const opening = await whileHeld(openCheckout(ctx, payment));
  if (opening.outcome === "refused") {
    await applyPayment(ctx, { paymentId: payment.id, event: "refused", answer: null });
    const wrongEmail = buyer.userId === null ? asWrongEmail(opening.cause) : null;
    if (isOfDestination(opening.cause) && payment.destinationAccount) {
      // The provider refused this account: a job refreshes it, and its sessions leave the search.
      await ctx.jobs.send(ctx.db, "refresh-account", { accountId: payment.destinationAccount });
      throw new AppError("slot_unavailable", { message: UNPAYABLE_MESSAGE, cause: opening.cause });
    }
    throw (
      wrongEmail ??
      new AppError("provider_unavailable", {
        message: "Impossible de créer la session de paiement",
        cause: opening.cause,
      })
    );
  }
  if (!opening.payment.checkoutUrl) throw new AppError("provider_unavailable");
  return opening.payment.checkoutUrl;
}

async function whileHeld<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!mayHold(error)) throw error;
    throw new AppError("provider_unavailable", { message: SILENT_MESSAGE, cause: error });
  }
}
