import { expireCheckoutAtItsTime } from "./checkout-sessions.ts";
import { openDisputeAtItsTime } from "./disputes.ts";
import { arriveAtItsTime, sendAtItsTime } from "./payouts.ts";
import { failRefund, succeedRefund } from "./refunds.ts";
import {
  announceAtItsTime,
  cancelAtItsTime,
  expireIncompleteAtItsTime,
  finalizeAtItsTime,
  renewAtItsTime,
  retryAtItsTime,
} from "./subscription-calendar.ts";
import type { TaskTable } from "./tasks.ts";

/** Everything that happens by itself, by the name under which it is planned. */
export const taskTable: TaskTable = {
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
