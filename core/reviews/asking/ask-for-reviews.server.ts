import type { Context } from "../../context.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { ASKS, dueAsk } from "./rules.ts";
import { listUnreviewed } from "./store.server.ts";

/**
 * A day after the end, and again three days later without a review (rule: reviews).
 * @returns how many mails are new.
 */
export async function askForReviews(ctx: Context): Promise<number> {
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
}
