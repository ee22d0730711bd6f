import type Stripe from "stripe";
import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { eventOf, requireVersion } from "./replay-stripe-event.server.ts";
import {
  insertEvent,
  keepUnknown,
  readCaughtUp,
  readNewest,
  writeCaughtUp,
} from "./store.server.ts";

/**
 * They come long after a payment was settled, when nobody asks about it any more. At most twenty
 * (https://docs.stripe.com/api/events/list).
 */
export const TYPES = [
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refunded",
  "charge.refund.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "transfer.reversed",
  "application_fee.refunded",
] as const satisfies Stripe.EventListParams["types"];

/** Milliseconds of the very first look, and of each look after a long pause. */
const STEP = 6 * HOUR;
/** Looks overlap, since events may appear late and clocks differ. */
const OVERLAP = 15 * MINUTE;

/**
 * Fetches what was not delivered (https://docs.stripe.com/webhooks/process-undelivered-events).
 * Without a stored position, as after a restore, it begins at the newest payment known here.
 * @throws Stripe's error when it does not answer.
 */
export async function catchUpEvents(ctx: Context, enough: AbortSignal): Promise<void> {
  const now = ctx.now().getTime();
  let known = await readCaughtUp(ctx.db);
  let from = (known ?? (await readNewest(ctx.db)))?.getTime() ?? now - STEP;
  do {
    const to = Math.min(from + STEP, now);
    const events = await ctx.stripe.events
      .list({
        types: [...TYPES],
        created: { gte: seconds(from - OVERLAP), lte: seconds(to + OVERLAP) },
        limit: 100,
      })
      .autoPagingToArray({ limit: 10_000 });
    const unknown = await keepUnknown(
      ctx.db,
      events.map(({ id }) => id),
    );
    // Oldest first, as they would have arrived.
    for (const event of events.reverse()) {
      if (!unknown.has(event.id)) continue;
      if (enough.aborted) return;
      await takeIn(ctx, event);
    }
    await writeCaughtUp(ctx.db, new Date(to), known);
    known = new Date(to);
    from = to;
  } while (from < now && !enough.aborted);
}

/** Once stored it is ours: a failure is tried again with the other unprocessed events. */
async function takeIn(ctx: Context, event: Stripe.Event): Promise<void> {
  const { id: eventId, type } = event;
  try {
    requireVersion(ctx, event);
  } catch {
    // A retry cannot change it: the log has it, and the next ones go on.
    return;
  }
  ctx.log.info({ eventId, type }, "an event had not reached us");
  await insertEvent(ctx.db, eventOf(event, null));
  try {
    await processStripeEvent(ctx, { eventId });
  } catch (error) {
    ctx.log.warn({ err: error, eventId }, "an event waits for a second try");
  }
}

const seconds = (instant: number) => Math.floor(instant / 1000);
