import { z } from "zod";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { settleOverdue } from "../payments/find-payment.server.ts";
import { beginReconciliation } from "../payments/reconciliation-run.server.ts";
import { CREATION_PATIENCE } from "../payments/rules.ts";
import { catchUpEvents } from "./catch-up-events.server.ts";
import { findLostPayments } from "./find-lost-payments.server.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { makeReclaim } from "./share-reclaims/reclaim-share.server.ts";
import { listAskedReclaims } from "./share-reclaims/store.server.ts";
import { listUnprocessedEvents, unmarkRestored } from "./store.server.ts";

export { holdLostBack } from "./store.server.ts";

const BATCH = 300;
/** Well under the provider's limit of 25 calls a second in test mode. */
const AT_ONCE = 5;

/**
 * Finds decisions that did not reach us, or in vain; only the provider's answers change anything
 * (rules: hold-release, payment-truth).
 * @returns how many failed, to be tried again at the next run; the log says why.
 */
export const reconcilePayments = defineJob("reconcile", async (ctx) => {
  const receivedBefore = new Date(ctx.now().getTime() - CREATION_PATIENCE);
  const run = beginReconciliation(ctx, AT_ONCE);
  await run.each(
    await listUnprocessedEvents(ctx.db, receivedBefore, BATCH),
    "an event",
    (eventId) => processStripeEvent(ctx, { eventId }),
  );
  await settleOverdue(ctx, run, BATCH, applyPayment);
  await run.each(
    await listAskedReclaims(ctx.db, receivedBefore, BATCH),
    "what is taken back",
    (reclaimId) => makeReclaim(ctx, { reclaimId }),
  );
  await run.attempt(() => findLostPayments(ctx, run.enough), "what is lost here");
  await run.attempt(() => catchUpEvents(ctx, run.enough), "what the provider said meanwhile");
  return run.failures;
});

const resumption = z.object({ reason: requiredReason });

/**
 * Payments since the backup are then booked or refunded. False when it was not waiting.
 * @throws AppError `forbidden` to all but administration.
 */
export async function resumeAfterRestore(ctx: Context, input: z.input<typeof resumption>) {
  requireOperator(ctx, "administration");
  const { reason } = parseInput(resumption, input);
  return ctx.db.transaction(async (tx) => {
    const wasWaiting = await unmarkRestored(tx);
    const object = { kind: "site" as const, id: "base" };
    if (wasWaiting) await recordAct(ctx, tx, { act: "restore_resumed", object, reason });
    return wasWaiting;
  });
}
