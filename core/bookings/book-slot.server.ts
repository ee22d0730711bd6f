import type { z } from "zod";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { priceSlot } from "../catalogue/price-slot.server.ts";
import type { Context } from "../context.server.ts";
import { AppError, isAppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { findPayment, type Payment } from "../payments/find-payment.server.ts";
import { asWrongEmail, isOfDestination, openCheckout } from "../payments/open-checkout.server.ts";
import { preparePayment } from "../payments/prepare-payment.server.ts";
import { settlePayment } from "../payments/settle-payment.server.ts";
import { confirmBooking } from "./confirm-booking.server.ts";
import { type Buyer, holdSeat, refusal, type Wish } from "./hold-seat.server.ts";
import { UNPAYABLE_MESSAGE } from "./labels.ts";
import { freeCheckoutId, resultPath } from "./rules.ts";
import { bookSlotInput } from "./schema.ts";
import { settleBooking } from "./settle-booking.server.ts";

export interface BookedSlot {
  bookingId: string;
  /** Where the buyer goes next: the hosted checkout, or the result page of what costs nothing. */
  url: string;
  /** Nothing was to be paid. */
  confirmed: boolean;
  /** What the browser of a guest must keep in a cookie (R27); null for a signed-in buyer. */
  guestProof: string | null;
}

/** What a guest's browser keeps, made by the door, so that it can be given whatever comes of it. */
export const newGuestProof = newSecret;

/**
 * Whether a booking that failed may have left a hold behind: nobody knows then whether a checkout was
 * made. A guest without the proof would be locked out by their own attempt.
 */
export function mayHold(error: unknown): boolean {
  return isAppError(error) && error.code === "provider_unavailable";
}

/**
 * Books a slot of a session or an activity (R22): holds the seat, then asks the provider for a
 * checkout (R16). Asking again for the same slot answers the checkout that is open.
 *
 * @throws AppError with the refusals of `holdSeat`, `unauthenticated`, `invalid_input`, or
 * `provider_unavailable` within 10 s.
 */
export async function bookSlot(
  ctx: Context,
  input: z.input<typeof bookSlotInput>,
): Promise<BookedSlot> {
  const wish = parseInput(bookSlotInput, input);
  const guestProof = wish.email === undefined ? null : (wish.guestProof ?? newSecret());
  const buyer = buyerOf(ctx, wish.email, guestProof);
  const first = await hold(ctx, buyer, wish);
  const held = first.isNew ? first : await takeUpAgain(ctx, buyer, wish, first);
  const { bookingId, payment } = held;
  if (payment) {
    const url = await checkoutUrl(ctx, buyer, payment);
    return { bookingId, url, confirmed: false, guestProof };
  }
  const url = ctx.config.appUrl + resultPath(guestProof !== null, freeCheckoutId(bookingId));
  return { bookingId, url, confirmed: true, guestProof };
}

function buyerOf(ctx: Context, email: string | undefined, guestProof: string | null): Buyer {
  if (email === undefined || guestProof === null) {
    const actor = requireActor(ctx);
    return { email: actor.email, userId: actor.userId, guestProofHash: null };
  }
  return { email, userId: null, guestProofHash: hashSecret(guestProof) };
}

type Held =
  | { isNew: true; bookingId: string; payment: Payment | null }
  | { isNew: false; bookingId: string; payment: Payment; isOwn: boolean };

/** Seat, booking and payment in one transaction; what costs nothing is confirmed in it. */
function hold(ctx: Context, buyer: Buyer, wish: Wish): Promise<Held> {
  return ctx.db.transaction(async (tx) => {
    const { booking, seat, isOwn } = await holdSeat(ctx, tx, buyer, wish);
    const bookingId = booking.id;
    if (!seat) {
      const payment = await findPayment(tx, { reference: bookingId });
      if (!payment) throw new Error(`booking ${bookingId} waits for no payment`);
      return { isNew: false, bookingId, payment, isOwn };
    }
    if (booking.pricePaidCents === 0) {
      await confirmBooking(ctx, tx, booking);
      return { isNew: true, bookingId, payment: null };
    }
    const payment = await preparePayment(ctx, tx, {
      kind: `${wish.kind}_booking`,
      reference: bookingId,
      amountCents: booking.pricePaidCents,
      applicationFeeCents: booking.commissionCents,
      destinationAccount: seat.stripeAccountId,
      description: `${seat.title} - ${seat.businessName}`,
      payerEmail: buyer.email,
      resultPath: resultPath(buyer.userId === null, "{CHECKOUT_SESSION_ID}"),
    });
    return { isNew: true, bookingId, payment };
  });
}

/**
 * The slot is held already under the buyer's e-mail: the provider says whether that checkout still
 * lives. One at a price that has changed since, or of a guest who only named the e-mail of this
 * signed-in buyer, is ended first, and the slot held anew.
 */
async function takeUpAgain(
  ctx: Context,
  buyer: Buyer,
  wish: Wish,
  held: Held & { isNew: false },
): Promise<Held> {
  const { id, amountCents } = held.payment;
  const isOtherPrice = (wish.amount ?? amountCents) !== amountCents;
  if (held.isOwn && isOtherPrice) await requirePrice(ctx, wish);
  const isOutdated = !held.isOwn || isOtherPrice;
  await settlePayment(ctx, { paymentId: id, abandon: isOutdated });
  const payment = await findPayment(ctx.db, { id });
  if (payment?.status === "open" && !isOutdated) return { ...held, payment };
  const anew = await hold(ctx, buyer, wish);
  // Still held: the provider is deciding about the payment at this moment.
  if (!anew.isNew) throw new AppError("conflict");
  return anew;
}

/** Refuses an amount that is not today's price, before anything is ended for its sake (R12). */
async function requirePrice(ctx: Context, wish: Wish): Promise<void> {
  if ((await priceSlot(ctx, wish)) !== wish.amount) throw refusal(wish.kind, "price_changed");
}

/** The seat goes back at once when there surely is no checkout; else the reconciler finds out. */
async function checkoutUrl(ctx: Context, buyer: Buyer, payment: Payment): Promise<string> {
  const opening = await openCheckout(ctx, payment);
  if (opening.outcome === "refused") {
    const news = { event: "ended", reason: "failed", answer: null } as const;
    await settleBooking(ctx, { paymentId: payment.id, ...news });
    const wrongEmail = buyer.userId === null ? asWrongEmail(opening.cause) : null;
    if (isOfDestination(opening.cause) && payment.destinationAccount) {
      // What the provider said of this account in vain: then its sessions leave the search.
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
