import * as addresses from "#site/addresses.ts";
import { type BookingMail, readMailOf } from "../../bookings/read-booking-mail.server.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { unsubscribePage } from "../../notifications/topics/unsubscribe-recipient.server.ts";
import { whyNotReviewed } from "../rules.ts";
import { findReview, findReviewable } from "../store.server.ts";

export interface ReviewRequest extends BookingMail {
  reviewUrl: string;
  /** Where such mails are ended. */
  unsubscribeUrl: string;
}

/** Null once a review is written, or none can be. */
export async function readReviewRequest(
  ctx: Context,
  { id, data: { bookingId } }: QueuedMail<"review-asked">,
): Promise<ReviewRequest | null> {
  const booking = await findReviewable(ctx.db, bookingId);
  if (!booking || whyNotReviewed(booking, ctx.now())) return null;
  if (await findReview(ctx.db, bookingId)) return null;
  const view = await readMailOf(ctx, bookingId, "confirmed");
  return (
    view && {
      ...view,
      reviewUrl: ctx.config.appUrl + addresses.ownReview(bookingId),
      unsubscribeUrl: unsubscribePage(ctx, id),
    }
  );
}
