import { expireCheckoutAtItsTime } from "./checkout-sessions.ts";
import { openDisputeAtItsTime } from "./disputes.ts";
import { failRefund, succeedRefund } from "./refunds.ts";
import type { TaskTable } from "./tasks.ts";

/** Everything that happens by itself, by the name under which it is planned. */
export const taskTable: TaskTable = {
  expire_checkout: expireCheckoutAtItsTime,
  fail_refund: failRefund,
  open_dispute: openDisputeAtItsTime,
  succeed_refund: succeedRefund,
};
