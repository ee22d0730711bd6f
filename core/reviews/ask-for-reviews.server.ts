import * as addresses from "#site/addresses.ts";
import { type BookingMail, readMailOf } from "../bookings/read-booking-mail.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { DAY, HOUR } from "../durations.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { unsubscribePage } from "../notifications/topics/choose-topics.server.ts";
import { whyNotReviewed } from "./rules.ts";
import { findReview, findReviewable, listUnreviewed } from "./store.server.ts";

/** After the end (rule: reviews); `late` is how much later a mail may still go. */
export const ASKS = [
  { after: DAY, late: 12 * HOUR },
  { after: 4 * DAY, late: 12 * HOUR },
] as const;

/** 1 or 2; null when none is. */
export function dueAsk(end: Date, now: Date): number | null {
  const place = ASKS.findIndex(({ after, late }) => {
    const wait = now.getTime() - end.getTime() - after;
    return wait >= 0 && wait < late;
  });
  return place < 0 ? null : place + 1;
}

/** A day after the end, and again three days later without a review (rule: reviews). */
export const askForReviews = defineJob("ask-for-reviews", async (ctx) => {
  const now = ctx.now();
  const ago = (length: number) => new Date(now.getTime() - length);
  const spans = ASKS.map(({ after, late }) => ({ from: ago(after + late), to: ago(after) }));
  const found = await listUnreviewed(ctx.db, spans, now);
  const mails = found.flatMap(({ bookingId, end, email }) => {
    const ask = dueAsk(end, now);
    if (ask === null) return [];
    const reference = `${bookingId}-${ask}`;
    return { kind: "review-asked" as const, reference, to: email, data: { bookingId } };
  });
  return mails.length > 0 ? ctx.db.transaction((tx) => enqueueMails(ctx, tx, mails)) : 0;
});

export interface ReviewRequest extends BookingMail {
  reviewUrl: string;
  unsubscribeUrl: string;
}

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
