import { arriveAtItsTime, sendAtItsTime } from "../accounts/payouts.ts";
import {
  announceAtItsTime,
  cancelAtItsTime,
  expireIncompleteAtItsTime,
  finalizeAtItsTime,
  renewAtItsTime,
  retryAtItsTime,
} from "../billing/subscription-calendar.ts";
import { expireCheckoutAtItsTime } from "../checkout/checkout-sessions.ts";
import { openDisputeAtItsTime } from "../refunds/disputes.ts";
import { failRefund, succeedRefund } from "../refunds/refunds.ts";
import { inTransaction } from "../state/database.ts";
import type { Simulator } from "../state/simulator.ts";

/** Everything that happens by itself, by the name under which it is planned. */
const tasks: Record<string, (sim: Simulator, subject: string) => void> = {
  announce_renewal: announceAtItsTime,
  cancel_subscription: cancelAtItsTime,
  expire_checkout: expireCheckoutAtItsTime,
  expire_incomplete: expireIncompleteAtItsTime,
  fail_refund: failRefund,
  finalize_invoice: finalizeAtItsTime,
  open_dispute: openDisputeAtItsTime,
  pay_out: arriveAtItsTime,
  renew_subscription: renewAtItsTime,
  retry_invoice: retryAtItsTime,
  send_payout: sendAtItsTime,
  succeed_refund: succeedRefund,
};

/**
 * Runs what has fallen due, oldest first, each at its own second: a leap over three months renews a
 * monthly subscription three times, with the dates it would have had. Returns how many ran.
 */
export function runDueTasks(sim: Simulator): number {
  const next = sim.db.prepare(
    "SELECT id, due_at, task, subject FROM tasks WHERE due_at <= ? ORDER BY due_at, id LIMIT 1",
  );
  const remove = sim.db.prepare("DELETE FROM tasks WHERE id = ?");
  for (let count = 0; ; count += 1) {
    const row = next.get(sim.clock.now());
    if (!row) return count;
    const id = Number(row.id);
    try {
      inTransaction(sim.db, () => {
        remove.run(id);
        const run = tasks[String(row.task)];
        if (!run) throw new Error("unknown task");
        sim.clock.at(Number(row.due_at), () => run(sim, String(row.subject)));
      });
    } catch (error) {
      // One that cannot run must not hold up the others for ever.
      remove.run(id);
      sim.log(`${row.task} of ${row.subject}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
