import type { Context } from "../context.server.ts";
import { askRefund } from "../payments/ask-refund.server.ts";
import { recordReturns } from "../payments/record-returns.server.ts";
import { CREATION_PATIENCE } from "../payments/rules.ts";
import { settlePayment } from "../payments/settle-payment.server.ts";
import {
  claimUnsettled,
  listUnprocessedEvents,
  listUnreadReturns,
  listUnsettledRefunds,
  selectPayment,
} from "../payments/store.server.ts";
import { takeTurn } from "../payments/take-turn.server.ts";
import { catchUpEvents } from "./catch-up-events.server.ts";
import { findLostPayments } from "./find-lost-payments.server.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";

/** Each open checkout is asked about at most this often: a little less than the job's period. */
const ASK_AGAIN = 25_000;
const BATCH = 300;
/** Calls to the provider at once, well under its limit of 25 a second in test mode. */
const AT_ONCE = 5;

/**
 * Finds out what the provider decided and never told us, or told us in vain: events stored but not
 * processed, payments whose checkout is being created or open, refunds without an outcome, whose part
 * a refund took, payments whose rows are lost, and what became of settled payments since the last look. Runs at the start and every 30 s; only the
 * provider's answers change anything (R16, R17).
 *
 * @returns how many failed, to be tried again at the next turn; the log says why
 */
export async function reconcilePayments(ctx: Context): Promise<number> {
  const now = ctx.now().getTime();
  const ago = (milliseconds: number) => new Date(now - milliseconds);
  const turn = takeTurn(ctx, AT_ONCE);
  await turn.each(
    await listUnprocessedEvents(ctx.db, ago(CREATION_PATIENCE), BATCH),
    "an event",
    (eventId) => processStripeEvent(ctx, { eventId }),
  );
  await turn.each(
    await claimUnsettled(ctx.db, {
      creatingSince: ago(CREATION_PATIENCE),
      checkedSince: ago(ASK_AGAIN),
      now: ctx.now(),
      limit: BATCH,
    }),
    "a payment",
    (paymentId) => settlePayment(ctx, { paymentId }),
  );
  await turn.each(
    await listUnsettledRefunds(ctx.db, ago(CREATION_PATIENCE), BATCH),
    "a refund",
    (refundId) => askRefund(ctx, { refundId }),
  );
  await turn.each(
    await listUnreadReturns(ctx.db, BATCH),
    "what went back of a payment",
    async (id) => {
      const payment = await selectPayment(ctx.db, { id });
      if (payment) await recordReturns(ctx, payment);
    },
  );
  await turn.attempt(() => findLostPayments(ctx, turn.enough), "what is lost here");
  await turn.attempt(() => catchUpEvents(ctx, turn.enough), "what the provider said meanwhile");
  return turn.failures;
}
