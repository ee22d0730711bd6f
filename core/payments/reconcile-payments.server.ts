import type { Context } from "../context.server.ts";
import { askRefund } from "./ask-refund.server.ts";
import { catchUpEvents } from "./catch-up-events.server.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { CREATION_PATIENCE } from "./rules.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { claimUnsettled, listUnprocessedEvents, listUnsettledRefunds } from "./store.server.ts";

/** A job must end within 30 s; the rest waits for the next turn. */
const TIME_TO_WORK = 20_000;
/** Each open checkout is asked about at most this often: a little less than the job's period. */
const ASK_AGAIN = 25_000;
const BATCH = 300;
/** Calls to the provider at once, well under its limit of 25 a second in test mode. */
const AT_ONCE = 5;

/**
 * Finds out what the provider decided and never told us, or told us in vain: events stored but not
 * processed, payments whose checkout is being created or open, refunds without an outcome, and what
 * became of settled payments since the last look. Runs at the start and every 30 s; only the
 * provider's answers change anything (R16, R17).
 *
 * @returns how many failed, to be tried again at the next turn; the log says why
 */
export async function reconcilePayments(ctx: Context): Promise<number> {
  let failures = 0;
  const now = ctx.now().getTime();
  const ago = (milliseconds: number) => new Date(now - milliseconds);
  const enough = AbortSignal.timeout(TIME_TO_WORK);
  const each = (ids: string[], what: string, work: (id: string) => Promise<void>) =>
    forEach(ids, enough, async (id) => {
      try {
        await work(id);
      } catch (error) {
        // One stubborn payment must not keep the others waiting.
        failures++;
        ctx.log.warn({ err: error, id }, `${what} could not be reconciled yet`);
      }
    });
  await each(
    await listUnprocessedEvents(ctx.db, ago(CREATION_PATIENCE), BATCH),
    "an event",
    (eventId) => processStripeEvent(ctx, { eventId }),
  );
  await each(
    await claimUnsettled(ctx.db, {
      creatingSince: ago(CREATION_PATIENCE),
      checkedSince: ago(ASK_AGAIN),
      now: ctx.now(),
      limit: BATCH,
    }),
    "a payment",
    (paymentId) => settlePayment(ctx, { paymentId }),
  );
  await each(
    await listUnsettledRefunds(ctx.db, ago(CREATION_PATIENCE), BATCH),
    "a refund",
    (refundId) => askRefund(ctx, { refundId }),
  );
  try {
    await catchUpEvents(ctx, enough);
  } catch (error) {
    failures++;
    ctx.log.warn({ err: error }, "the provider's events could not be listed yet");
  }
  return failures;
}

async function forEach(
  ids: string[],
  enough: AbortSignal,
  work: (id: string) => Promise<void>,
): Promise<void> {
  const queue = ids.values();
  const worker = async () => {
    for (const id of queue) {
      if (enough.aborted) return;
      await work(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
