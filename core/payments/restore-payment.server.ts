import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { CLOSED_CHECKOUT } from "./rules.ts";
import type { LostPayment } from "./schema.ts";
import { insertLost } from "./store.server.ts";

/** As an ended checkout, about which the provider is asked next. False when it is there already. */
export function restorePayment(
  { requestId }: Context,
  tx: Transaction,
  lost: LostPayment,
): Promise<boolean> {
  // Settling stores its intent, with everything else that is compared.
  const { paymentIntentId: _, ...row } = lost;
  return insertLost(tx, { ...row, ...CLOSED_CHECKOUT, requestId, status: "expired" });
}
