import { newId, newSecret } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import { TERMS_SINCE } from "../site.ts";
import { CHECKOUT_LIFETIME } from "./rules.ts";
import { insertPayment, type Payment, siteId } from "./store.server.ts";

/** `reference` is the capability's own: payments never look behind it. */
export interface PaymentInput {
  kind: Payment["kind"];
  reference: string;
  /** At least 50 (rule: agreed-price). */
  amountCents: Cents;
  quantity: number;
  /** The platform's commission (rule: commission). */
  applicationFeeCents: Cents;
  destinationAccount: string;
  description: string;
  payerEmail: string;
  /** With `{CHECKOUT_SESSION_ID}` in it. */
  resultPath: string;
  /** Ids that restore the purchase, should our rows be lost. */
  recovery?: Record<string, string>;
}

/** `openCheckout` sends them after the caller's commit. */
export async function preparePayment(
  ctx: Context,
  tx: Transaction,
  { resultPath, description, recovery, ...amounts }: PaymentInput,
): Promise<Payment> {
  const now = ctx.now();
  const { kind, reference } = amounts;
  return insertPayment(tx, {
    ...amounts,
    id: newId(),
    // Stripe's limit for a product's name.
    description: description.slice(0, 250),
    successUrl: ctx.config.appUrl + resultPath,
    cancelToken: newSecret(),
    expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME),
    createdAt: now,
    // Accepted by the request that makes the row.
    termsSince: TERMS_SINCE,
    requestId: ctx.requestId,
    recovery: { ...recovery, kind, reference },
  });
}

/** Tells our checkouts from those of another installation with the same account. */
export function readSiteId(db: Executor): Promise<string> {
  return siteId(db);
}
